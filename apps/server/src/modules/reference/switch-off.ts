import type { Setting } from '@app/domain/reference';
import type { Tx } from '../../platform/db/database.ts';
import * as store from './reference.store.ts';

/**
 * Switches a kill switch off for an alarm, once: a repeated one adds no further versions. People change settings through
 * the staff module; the database lets them, and the worker, do no more.
 */
export async function switchOff(
  tx: Tx,
  killSwitch: Setting<boolean>,
  by: { setBy: string; reason: string },
): Promise<boolean> {
  const current = (await store.readCurrent(tx)).get(killSwitch.key);
  if (current?.value === false) return false;
  await store.insertVersion(tx, { key: killSwitch.key, value: false, approvedBy: [], ...by });
  return true;
}
