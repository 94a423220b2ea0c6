import { ORDER_STATES, SIDES } from '@app/domain/spot';
import type { Output } from '@app/protocol';
import type { findPlaced as route } from '@app/protocol/spot';
import { sql } from 'kysely';
import type { Recipient } from '../../platform/bus/push.ts';
import type { Db, Reader } from '../../platform/db/database.ts';
import { idsOfKey } from '../../platform/db/id-range.ts';
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

/** Finds the order of an idempotency key among the user's orders of its day. */
async function selectPlaced(db: Reader, { userId, mode }: Recipient, key: string): Promise<OrderRow | undefined> {
  const { since, until } = idsOfKey(key);
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
