import type { Side } from '@app/domain/spot';
import type { Output } from '@app/protocol';
import { placeOrder, type listOrders as route } from '@app/protocol/spot';
import * as z from 'zod/mini';
import type { Recipient } from '../../platform/bus/push.ts';
import type { Db } from '../../platform/db/database.ts';
import type { PageRequest } from '../../platform/db/page.ts';
import { type OrderRow, toOrder } from './order-row.ts';
import type { NamedMarket, SpotMarkets } from './spot-markets.ts';
import * as store from './spot-reads.store.ts';
import { toWireOrder } from './wire-order.ts';

type Deps = { readonly db: Db; readonly markets: SpotMarkets };
type Request = PageRequest &
  Pick<store.OrderFilter, 'status' | 'from' | 'to'> & {
    readonly symbol?: string | undefined;
    readonly type?: Side | undefined;
  };

/** Lists the caller's orders of one mode, newest first. An unknown market has none. */
export async function listOrders(
  { db, markets }: Deps,
  recipient: Recipient,
  { page, limit, before, symbol, type: side, ...filters }: Request,
): Promise<Output<typeof route>> {
  const market = symbol === undefined ? undefined : markets.idOf(symbol);
  if (symbol !== undefined && market === undefined) return { list: [], page, limit, total: 0, next: null };
  const filter = { ...filters, market, side };
  const { rows, ...found } = await store.selectOrders(db, recipient, filter, { page, limit, before });
  const list = await Promise.all(rows.map(async (row) => showOrder(row, await markets.byId(row.market))));
  return { list, ...found };
}

/** Renders an order through the engine's own encoding, so that a list and a response never differ. */
export const showOrder = (row: OrderRow, market: NamedMarket) =>
  z.decode(placeOrder.response, toWireOrder(toOrder(row), market));
