import { expectDefined } from '@app/base';
import type { Setting } from '@app/domain/reference';
import { insertVersion } from '../src/modules/reference/reference.store.ts';
import type { Database } from '../src/platform/db/database.ts';
import { transactOn } from '../src/platform/db/transact.ts';

/**
 * Adds a version of a setting as the owner of the database, for tests that need a value and not the two people who agree
 * on it. Returns its number.
 */
export async function changeSetting<Value>(
  { as }: { readonly as: (role: 'migrate') => Database },
  setting: Setting<Value>,
  value: Value,
): Promise<number> {
  const row = { key: setting.key, value: setting.codec.encode(value), setBy: 'test', approvedBy: [], reason: 'test' };
  const version = await transactOn(as('migrate').db)((tx) => insertVersion(tx, row));
  return expectDefined(version, 'the new version');
}
