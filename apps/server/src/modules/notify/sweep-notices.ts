import { notifySettings } from '@app/domain/notify';
import type { Setting } from '@app/domain/reference';
import type { Db } from '../../platform/database.ts';
import { deleteOldNotices } from './notice.store.ts';

/** The reference module's interface: modules do not import each other here. */
type Settings = { read<Value>(setting: Setting<Value>): Promise<{ readonly value: Value }> };

/** Deletes notices after the number of days in the setting, read or not; the records they refer to stay. */
export async function sweepNotices(db: Db, settings: Settings): Promise<bigint> {
  const { value: days } = await settings.read(notifySettings.noticeDays);
  return await deleteOldNotices(db, days);
}
