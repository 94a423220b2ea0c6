import { timeOfUuid } from '@app/base';
import { ORDER_STATES, SIDES } from '@app/domain/spot';
import type { Output } from '@app/protocol';
import type { findPlaced as route } from '@app/protocol/spot';
import { sql } from 'kysely';
import type { Recipient } from '../../platform/bus/push.ts';
import type { Db, Reader } from '../../platform/db/database.ts';
import { NEWEST_MS, OLDEST_MS } from '../../platform/db/idempotency.ts';
import { firstIdAfter, firstIdSince } from './id-range.ts';
import { showOrder } from './list-orders.ts';
import { ORDER_COLUMNS, type OrderRow } from './order-row.ts';
import type { SpotMarkets } from './spot-markets.ts';

type Deps = { readonly db: Db; readonly markets: SpotMarkets };

/** Finds an order whose response was lost, by its idempotency key: only reads, never sends again. */
export async function findPlaced(
  { db, markets }: Deps,
  recipient: Recipient,
  key: string,
): Promise<Output<typeof route>> {
  const row = await selectPlaced(db, recipient, key);
  return { order: row === undefined ? null : showOrder(row, await markets.byId(row.market)) };
}

/**
 * Finds the order of an idempotency key. A key contains its time and is valid only around it, so only the user's orders
 * of that day are read.
 */
async function selectPlaced(db: Reader, { userId, mode }: Recipient, key: string): Promise<OrderRow | undefined> {
  const madeAt = timeOfUuid(key);
  const since = firstIdSince(madeAt - NEWEST_MS);
  const until = firstIdAfter(madeAt + OLDEST_MS);
  const { rows } = await sql<OrderRow>`
    select placed.* from spot_orders_of(${userId}, ${mode}, null, ${[...ORDER_STATES]}, ${[...SIDES]}, ${since}, ${until}, null, null, null)
             as own (id)
           cross join lateral (
             select ${ORDER_COLUMNS} from spot_order
              where spot_order.id = own.id and spot_order.id >= ${since} and spot_order.id < ${until}
              offset 0) placed -- One row by its key, whatever the statistics say.
     where placed.key = ${key} limit 1`.execute(db);
  return rows[0];
}
