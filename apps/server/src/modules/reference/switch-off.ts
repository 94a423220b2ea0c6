import type { Setting } from '@app/domain/reference';
import type { Tx } from '../../platform/db/database.ts';
import * as store from './reference.store.ts';
import { changeSetting } from './settings.ts';

/** Switches a kill switch off, once: a repeated alarm adds no further versions. */
export async function switchOff(
  tx: Tx,
  killSwitch: Setting<boolean>,
  by: { setBy: string; reason: string },
): Promise<boolean> {
  const current = (await store.readCurrent(tx)).get(killSwitch.key);
  if (current?.value === false) return false;
  await changeSetting(tx, { setting: killSwitch, value: false, ...by });
  return true;
}
