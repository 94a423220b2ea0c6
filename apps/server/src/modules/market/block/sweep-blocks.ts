import { marketSettings } from '@app/domain/market';
import type { Db } from '../../../platform/db/database.ts';
import type { Settings } from '../../reference/index.ts';
import { dropTicks } from './block.store.ts';

/** Drops ticks after the number of days in the setting; headers, heads and keys are kept forever. */
export async function sweepBlocks(db: Db, settings: Settings): Promise<void> {
  const { value: days } = await settings.read(marketSettings.blockDays);
  await dropTicks(db, days);
}
