import { timeOfUuid } from '@app/base';
import { sql } from 'kysely';
import type { Reader } from '../../platform/database.ts';
import { NEWEST_MS, OLDEST_MS } from '../../platform/idempotency.ts';
import type { Audience } from '../../platform/push.ts';
import { firstIdAfter, firstIdSince } from './ids-around.ts';
import { ORDER_COLUMNS, type OrderRow } from './order-row.ts';

/**
 * Finds the order of an idempotency key. A key contains its time and is valid only around it, so only the user's orders
 * of that day are read.
 */
export async function selectPlaced(db: Reader, { userId, mode }: Audience, key: string): Promise<OrderRow | undefined> {
  const madeAt = timeOfUuid(key);
  const { rows } = await sql<OrderRow>`
    select ${ORDER_COLUMNS} from spot_order
     where user_id = ${userId} and book = ${mode} and key = ${key}
       and id >= ${firstIdSince(madeAt - NEWEST_MS)} and id < ${firstIdAfter(madeAt + OLDEST_MS)}
     limit 1`.execute(db);
  return rows[0];
}
