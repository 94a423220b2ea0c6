import { marketSettings } from '@app/domain/market';
import type { Db } from '../../../platform/db/database.ts';
import type { Settings } from '../../reference/index.ts';
import { deleteOldMinutes } from './candle.store.ts';

/**
 * Deletes minute bars past retention: they are many and soon too fine to be viewed; the longer periods are kept
 * forever.
 */
export async function sweepCandles(db: Db, settings: Settings): Promise<void> {
  const { value: days } = await settings.read(marketSettings.minuteBarDays);
  await deleteOldMinutes(db, days);
}
