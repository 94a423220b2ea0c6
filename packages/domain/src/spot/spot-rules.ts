import type { Amount, Rate } from '@app/money';
import { type freshnessOf, marketSettings } from '../market/index.ts';
import { productKillSwitch } from '../reference/index.ts';
import type { FeeLevel } from './fee-levels.ts';
import * as settings from './settings.ts';

/** Limits that apply to an order. */
export type SpotRules = {
  /** Minimum and maximum value of an order, in its quote currency. */
  readonly orderMin: Amount;
  readonly orderMax: Amount;
  readonly openOrdersMax: number;
  /** Maximum distance from the index price at which a market order may fill. */
  readonly bandRate: Rate;
  /** Maximum distance of a limit price from the index price. */
  readonly limitBandRate: Rate;
  /** How much worse than the index price a limit may be before its review is mandatory. */
  readonly warnRate: Rate;
  readonly feeLevels: readonly FeeLevel[];
  /** Maximum index price age for a market order. */
  readonly freshMs: number;
  /** Whether spot trading is running at all. */
  readonly isOn: boolean;
};

/** Reads a setting's value in force; the server's `settings.read` is one. */
type ReadSetting = Parameters<typeof freshnessOf>[0];

const isRunning = productKillSwitch('spot');

/** Default rules, from the settings' initial values. */
export const SPOT_RULES: SpotRules = {
  orderMin: settings.orderMin.initial,
  orderMax: settings.orderMax.initial,
  openOrdersMax: settings.openOrdersMax.initial,
  bandRate: settings.bandRate.initial,
  limitBandRate: settings.limitBandRate.initial,
  warnRate: settings.warnRate.initial,
  feeLevels: settings.feeLevels.initial,
  freshMs: marketSettings.spotFreshMs.initial,
  isOn: isRunning.initial,
};

/** Returns the rules in force: `spotRulesOf(settings.read)`. */
export async function spotRulesOf(read: ReadSetting): Promise<SpotRules> {
  return {
    orderMin: (await read(settings.orderMin)).value,
    orderMax: (await read(settings.orderMax)).value,
    openOrdersMax: (await read(settings.openOrdersMax)).value,
    bandRate: (await read(settings.bandRate)).value,
    limitBandRate: (await read(settings.limitBandRate)).value,
    warnRate: (await read(settings.warnRate)).value,
    feeLevels: (await read(settings.feeLevels)).value,
    freshMs: (await read(marketSettings.spotFreshMs)).value,
    isOn: (await read(isRunning)).value,
  };
}
