import type { Side } from '@app/domain/spot';
import { type Amount, type Price, parseDecimal } from '@app/money';
import type { Output } from '@app/protocol';
import type { listFills as route } from '@app/protocol/spot';
import type { Recipient } from '../../platform/bus/push.ts';
import type { Db } from '../../platform/db/database.ts';
import { refuseWith } from '../../platform/http/accept.ts';
import * as store from './fills.store.ts';
import type { SpotMarkets } from './spot-markets.ts';

type Deps = { readonly db: Db; readonly markets: SpotMarkets };
type Query = {
  readonly id?: bigint | undefined;
  readonly symbol?: string | undefined;
  readonly type?: Side | undefined;
  readonly before?: bigint | undefined;
  readonly limit: number;
};

/**
 * Lists the caller's fills, or those of one order; another user's order is not found, like one that never existed.
 */
export async function listFills(deps: Deps, recipient: Recipient, request: Query): Promise<Output<typeof route>> {
  const { limit } = request;
  const rows = await findFills(deps, recipient, { ...request, limit: limit + 1 });
  const list = await Promise.all(rows.slice(0, limit).map((row) => showFill(deps.markets, row)));
  return { list, next: rows.length > limit ? (list.at(-1)?.id ?? null) : null };
}

/** Finds them; an unknown market has none. */
async function findFills({ db, markets }: Deps, recipient: Recipient, request: Query): Promise<store.FillRow[]> {
  const { id, symbol, type: side, before, limit } = request;
  const market = symbol === undefined ? undefined : markets.idOf(symbol);
  const isUnknown = symbol !== undefined && market === undefined;
  if (id === undefined) {
    const wanted = market === undefined ? markets.ids() : [market];
    return isUnknown ? [] : await store.selectFills(db, recipient, { markets: wanted, side }, { before, limit });
  }
  const order = (await store.findOwnOrder(db, recipient, id)) ?? refuseWith('not_found');
  const isMeant = !isUnknown && (market ?? order.market) === order.market && (side ?? order.side) === order.side;
  return isMeant ? await store.selectFillsOf(db, order, { before, limit }) : [];
}

async function showFill(markets: SpotMarkets, row: store.FillRow) {
  const { symbol, quote } = await markets.byId(row.market);
  return {
    id: row.id,
    order_id: row.order_id,
    symbol,
    type: row.side,
    role: row.role,
    is_house: row.is_house,
    price: parseDecimal<Price>(row.price),
    quantity: parseDecimal<Amount>(row.quantity),
    fee: parseDecimal<Amount>(row.fee),
    fee_currency: quote,
    at: row.at.getTime(),
  };
}
