import type { Setting } from '@app/domain/reference';
import type { Reader } from '../../platform/database.ts';
import * as store from './reference.store.ts';

/** One version of a setting as it stands in JSON; the initial value, version 0, has held since ever. */
export type Version = { readonly version: number; readonly value: unknown; readonly from: Date | undefined };

const initialOf = <Value>({ codec, initial }: Setting<Value>): Version => ({
  version: 0,
  value: codec.encode(initial),
  from: undefined,
});

/** What a version was, whether or not it is still in force; undefined where nobody ever set it. */
export async function readVersion<Value>(
  tx: Reader,
  setting: Setting<Value>,
  version: number,
): Promise<Version | undefined> {
  return version === 0 ? initialOf(setting) : await store.findVersion(tx, setting.key, version);
}

/** Every version there ever was, newest first. They are few: each took three people. */
export const listVersions = async <Value>(tx: Reader, setting: Setting<Value>): Promise<readonly Version[]> => [
  ...(await store.readVersions(tx, setting.key)),
  initialOf(setting),
];
