import type { Output } from '@app/protocol';
import type { findPlaced as route } from '@app/protocol/spot';
import type { Db } from '../../platform/database.ts';
import type { Audience } from '../../platform/push.ts';
import { showOrder } from './list-orders.ts';
import { selectPlaced } from './placed-orders.store.ts';
import type { SpotMarkets } from './spot-markets.ts';

type Deps = { readonly db: Db; readonly markets: SpotMarkets };

/** Finds an order whose response was lost, by its idempotency key: only reads, never sends again. */
export async function findPlaced(
  { db, markets }: Deps,
  audience: Audience,
  key: string,
): Promise<Output<typeof route>> {
  const row = await selectPlaced(db, audience, key);
  return { order: row === undefined ? null : showOrder(row, await markets.byId(row.market)) };
}
