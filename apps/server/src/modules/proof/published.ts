import type { Setting } from '@app/domain/reference';
import { type LadderRules, spotSettings } from '@app/domain/spot';
import type { Input, Output } from '@app/protocol';
import type { listSettings } from '@app/protocol/proof';
import * as z from 'zod/mini';
import type { Reader } from '../../platform/database.ts';
import { listVersions, readVersion, type Version } from '../reference/index.ts';

type Key = Input<typeof listSettings>['key'];
type Published = Output<typeof listSettings>['list'][number];

/** Settings with which receipts are computed, and which are therefore public. */
const SETTINGS: Readonly<Record<Key, Setting<LadderRules>>> = { 'spot.ladder': spotSettings.ladder };
const KEYS: Readonly<Record<string, Key>> = { 'spot.house_fill': 'spot.ladder' };

const jsonObject = z.record(z.string(), z.unknown());
const shown = ({ version, value, from }: Version): Published => ({
  version,
  value: jsonObject.parse(value),
  from: from?.getTime() ?? null,
});

/** Lists every version of a rule's settings, as published. */
export const listPublished = async (db: Reader, key: Key): Promise<Published[]> =>
  (await listVersions(db, SETTINGS[key])).map(shown);

/** Finds the version that a receipt of this kind names; null if it names none, or one that never existed. */
export async function findPublished(db: Reader, kind: string, version: number | undefined): Promise<Published | null> {
  const key = KEYS[kind];
  if (key === undefined || version === undefined) return null;
  const found = await readVersion(db, SETTINGS[key], version);
  return found === undefined ? null : shown(found);
}
