import { timeOfUuid } from '@app/base';
import { sql } from 'kysely';
import type { Reader } from '../../platform/database.ts';
import { NEWEST_MS, OLDEST_MS } from '../../platform/idempotency.ts';
import type { Audience } from '../../platform/push.ts';
import { firstIdAfter, firstIdSince } from './ids-around.ts';
import { ORDER_COLUMNS, type OrderRow } from './order-row.ts';

/** The order of a key. A key tells its time and is used only around it: of the user's orders, those of that day are looked at. */
export async function selectPlaced(db: Reader, { userId, book }: Audience, key: string): Promise<OrderRow | undefined> {
  const madeAt = timeOfUuid(key);
  const { rows } = await sql<OrderRow>`
    select ${ORDER_COLUMNS} from spot_order
     where user_id = ${userId} and book = ${book} and key = ${key}
       and id >= ${firstIdSince(madeAt - NEWEST_MS)} and id < ${firstIdAfter(madeAt + OLDEST_MS)}
     limit 1`.execute(db);
  return rows[0];
}
