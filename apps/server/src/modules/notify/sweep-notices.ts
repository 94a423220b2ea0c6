import { notifySettings } from '@app/domain/notify';
import type { Setting } from '@app/domain/reference';
import type { Db } from '../../platform/database.ts';
import { deleteOldNotices } from './notice.store.ts';

/** As the reference module gives it: a module does not import sideways. */
type Settings = { read<Value>(setting: Setting<Value>): Promise<{ readonly value: Value }> };

/** Forgets notices after the days the setting names, read or not; what they told of stays where it happened. */
export async function sweepNotices(db: Db, settings: Settings): Promise<bigint> {
  const { value: days } = await settings.read(notifySettings.noticeDays);
  return await deleteOldNotices(db, days);
}
