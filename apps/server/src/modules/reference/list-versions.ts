import type { Setting } from '@app/domain/reference';
import type { Reader } from '../../platform/db/database.ts';
import * as store from './reference.store.ts';

/** One version of a setting as JSON; the initial value, version 0, has no start time. */
export type Version = { readonly version: number; readonly value: unknown; readonly from: Date | undefined };

const initialOf = <Value>({ codec, initial }: Setting<Value>): Version => ({
  version: 0,
  value: codec.encode(initial),
  from: undefined,
});

/** Reads a version, whether or not it is still in force; undefined if it was never set. */
export async function readVersion<Value>(
  tx: Reader,
  setting: Setting<Value>,
  version: number,
): Promise<Version | undefined> {
  return version === 0 ? initialOf(setting) : await store.findVersion(tx, setting.key, version);
}

/** Lists every version, newest first. They are few: each took three people. */
export const listVersions = async <Value>(tx: Reader, setting: Setting<Value>): Promise<readonly Version[]> => [
  ...(await store.readVersions(tx, setting.key)),
  initialOf(setting),
];
