import { expectDefined } from '@app/base';
import { type Side, spotRulesOf } from '@app/domain/spot';
import { type Amount, type Price, parseDecimal } from '@app/money';
import type { Output } from '@app/protocol';
import type { listFills as route } from '@app/protocol/spot';
import type { Recipient } from '../../platform/bus/push.ts';
import type { Db } from '../../platform/db/database.ts';
import { refuseWith } from '../../platform/http/accept.ts';
import type { Settings } from '../reference/index.ts';
import * as store from './fills.store.ts';
import type { SpotMarkets } from './spot-markets.ts';

type Deps = { readonly db: Db; readonly markets: SpotMarkets; readonly settings: Settings };
type Query = {
  readonly id?: bigint | undefined;
  readonly symbol?: string | undefined;
  readonly type?: Side | undefined;
  readonly before?: bigint | undefined;
  readonly limit: number;
};
type Filter = store.FillFilter & Pick<Query, 'limit'>;

/**
 * Lists the fills of the caller's orders, or of one of them; another user's order is not found, like one that never
 * existed.
 */
export async function listFills(deps: Deps, recipient: Recipient, request: Query): Promise<Output<typeof route>> {
  const { symbol, type: side, before, limit } = request;
  const market = symbol === undefined ? undefined : deps.markets.idOf(symbol);
  const filter = { market, side, before, limit };
  const found = await findOrders(deps, recipient, request.id, filter);
  const orders = symbol !== undefined && market === undefined ? [] : found; // An unknown market has none.
  const rows = await store.selectFills(deps.db, orders, { before, limit: limit + 1 });
  const byId = new Map(orders.map((order) => [order.id, order]));
  const show = (row: store.FillRow) =>
    showFill(deps.markets, row, expectDefined(byId.get(row.order_id), 'the fill’s order'));
  const list = await Promise.all(rows.slice(0, limit).map(show));
  return { list, next: rows.length > limit ? (list.at(-1)?.id ?? null) : null };
}

async function findOrders({ db, settings }: Deps, recipient: Recipient, id: bigint | undefined, filter: Filter) {
  const { market, side, limit } = filter;
  if (id === undefined) {
    // Up to that many orders resting at the start of the page may have traded only later; each of the others has a fill
    // for the page.
    const { openOrdersMax } = await spotRulesOf(settings.read);
    return store.selectTradedOrders(db, recipient, filter, openOrdersMax + limit + 1);
  }
  const order = (await store.findOwnOrder(db, recipient, id)) ?? refuseWith('not_found');
  return (market ?? order.market) === order.market && (side ?? order.side) === order.side ? [order] : [];
}

async function showFill(markets: SpotMarkets, row: store.FillRow, order: store.TradedOrder) {
  const { symbol, quote } = await markets.byId(order.market);
  return {
    id: row.id,
    order_id: order.id,
    symbol,
    type: order.side,
    role: row.role,
    is_house: row.is_house,
    price: parseDecimal<Price>(row.price),
    quantity: parseDecimal<Amount>(row.quantity),
    fee: parseDecimal<Amount>(row.fee),
    fee_currency: quote,
    at: row.at.getTime(),
  };
}
