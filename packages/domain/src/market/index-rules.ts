import type { Rate } from '@app/money';
import type { Setting } from '../reference/index.ts';
import * as settings from './settings.ts';

/** Limits the index price calculation applies. */
export type IndexRules = {
  readonly sourcesMin: number;
  readonly sourceStaleMs: number;
  readonly sourceAheadMs: number;
  readonly outlierRate: Rate;
  readonly jumpRate: Rate;
  readonly jumpConfirmMs: number;
  readonly disputeMs: number;
};

/** Reads a setting's value in force; the server's `settings.read` is one. */
export type ReadSetting = <Value>(setting: Setting<Value>) => Promise<{ readonly value: Value }>;

/** Default rules, from the settings' initial values. */
export const INDEX_RULES: IndexRules = {
  sourcesMin: settings.sourcesMin.initial,
  sourceStaleMs: settings.sourceStaleMs.initial,
  sourceAheadMs: settings.sourceAheadMs.initial,
  outlierRate: settings.outlierRate.initial,
  jumpRate: settings.jumpRate.initial,
  jumpConfirmMs: settings.jumpConfirmMs.initial,
  disputeMs: settings.disputeMs.initial,
};

/** Returns the rules in force: `indexRulesOf(settings.read)`. */
export async function indexRulesOf(read: ReadSetting): Promise<IndexRules> {
  return {
    sourcesMin: (await read(settings.sourcesMin)).value,
    sourceStaleMs: (await read(settings.sourceStaleMs)).value,
    sourceAheadMs: (await read(settings.sourceAheadMs)).value,
    outlierRate: (await read(settings.outlierRate)).value,
    jumpRate: (await read(settings.jumpRate)).value,
    jumpConfirmMs: (await read(settings.jumpConfirmMs)).value,
    disputeMs: (await read(settings.disputeMs)).value,
  };
}
