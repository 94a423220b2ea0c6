import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { Client } from './client.ts';
import type { Acknowledged } from './trade.ts';
import type { BalanceSeen, DepthSeen, Level, OrderSeen, TradeSeen } from './view.ts';

/** Database state, read with independent SQL: a product bug cannot be repeated here. */
export type Truth = {
  readonly orders: ReadonlyMap<string, readonly OrderRow[]>;
  readonly balances: ReadonlyMap<string, readonly BalanceSeen[]>;
  readonly fills: ReadonlyMap<string, readonly TradeSeen[]>;
  readonly depths: ReadonlyMap<string, DepthSeen>;
};
type OrderRow = Omit<OrderSeen, 'symbol' | 'type'> & { readonly user_id: string; readonly key: string };

const LEVELS_SHOWN = 30;
const TRADES_SHOWN = 50;

export async function readTruth(client: pg.Client): Promise<Truth> {
  const orders = await client.query<OrderRow>(
    `select id::text, user_id::text, status, reason, key::text, trim_scale(filled)::text as filled,
            trim_scale(cost)::text as cost, trim_scale(fee)::text as fee from spot_order where book = 'demo' order by id`,
  );
  const balances = await client.query<BalanceSeen & { owner: string }>(
    `select owner, kind as account, currency, trim_scale(available)::text as available, trim_scale(frozen)::text as frozen
       from ledger_account where book = 'demo' and owner like 'user:%'`,
  );
  const fills = await client.query<TradeSeen & { symbol: string }>(
    `select m.symbol, f.id::text, trim_scale(f.price)::text as price, trim_scale(f.quantity)::text as quantity
       from spot_fill f join market m on m.id = f.market where f.book = 'demo' order by f.id desc`,
  );
  return {
    orders: Map.groupBy(orders.rows, ({ user_id }) => user_id),
    balances: Map.groupBy(balances.rows, ({ owner }) => owner.slice('user:'.length)),
    fills: Map.groupBy(fills.rows, ({ symbol }) => symbol),
    depths: await readDepths(client),
  };
}

async function readDepths(client: pg.Client): Promise<ReadonlyMap<string, DepthSeen>> {
  const { rows } = await client.query<{ symbol: string; side: string; price: string; open: string }>(
    `select m.symbol, o.side, trim_scale(o.price)::text as price, trim_scale(sum(o.quantity - o.filled))::text as open
       from spot_order o join market m on m.id = o.market where o.status = 'open' and o.book = 'demo'
      group by m.symbol, o.side, o.price order by o.price`,
  );
  const levels = (own: typeof rows, side: string): Level[] =>
    own.filter((row) => row.side === side).map(({ price, open }) => [price, open]);
  const depth = (own: typeof rows) => ({ bids: levels(own, 'buy').reverse(), asks: levels(own, 'sell') });
  return new Map([...Map.groupBy(rows, ({ symbol }) => symbol)].map(([symbol, own]) => [symbol, depth(own)]));
}

/** Returns differences between a client's own state and the tables. */
export const findWrongViews = (client: Client, truth: Truth): readonly string[] => [
  ...findWrongOrders(client, truth),
  ...findWrongBalances(client.balances(), truth.balances.get(client.person.id) ?? []),
];

/** Returns orders that a client shows in another state, or not at all; what a client that ignores frames must have. */
export function findWrongOrders({ person, view }: Pick<Client, 'person' | 'view'>, truth: Truth): readonly string[] {
  const rows = truth.orders.get(person.id) ?? [];
  const wrong = rows.flatMap(({ id, status, reason, filled, cost, fee }) => {
    const order = view.orders.get(id);
    const believed = order && {
      status: order.status,
      reason: order.reason,
      filled: order.filled,
      cost: order.cost,
      fee: order.fee,
    };
    const isRight = isDeepStrictEqual(believed, { status, reason, filled, cost, fee });
    return isRight ? [] : [`order ${id} is ${status} ${filled}, believed ${believed?.status} ${believed?.filled}`];
  });
  const known = new Set(rows.map(({ id }) => id));
  const invented = [...view.orders.keys()].filter((id) => !known.has(id)).map((id) => `order ${id} was never placed`);
  return [...wrong, ...invented];
}

function findWrongBalances(believed: readonly BalanceSeen[], rows: readonly BalanceSeen[]): readonly string[] {
  return rows.flatMap(({ account, currency, available, frozen }) => {
    const seen = believed.find((it) => it.account === account && it.currency === currency);
    const isRight = seen?.available === available && seen.frozen === frozen;
    return isRight
      ? []
      : [`${account} ${currency} is ${available}/${frozen}, believed ${seen?.available}/${seen?.frozen}`];
  });
}

/**
 * Checks depth that includes house levels: every level of users' orders is shown with at least its quantity, and the
 * book is not crossed.
 */
export function findHiddenLevels(depth: DepthSeen | undefined, own: DepthSeen | undefined): readonly string[] {
  if (depth === undefined) return ['no depth was ever shown'];
  const hidden = (['bids', 'asks'] as const).flatMap((side) => {
    const worst = depth[side].length < LEVELS_SHOWN ? undefined : Number(depth[side].at(-1)?.[0]);
    const isShown = (price: number) => worst === undefined || (side === 'bids' ? price >= worst : price <= worst);
    return (own?.[side] ?? []).flatMap(([price, open]) => {
      const shown = depth[side].find((level) => level[0] === price)?.[1] ?? '0';
      return isShown(Number(price)) && Number(shown) < Number(open) ? [`${side} ${price}: ${shown} of ${open}`] : [];
    });
  });
  const bid = Number(depth.bids[0]?.[0] ?? 0);
  const ask = Number(depth.asks[0]?.[0] ?? Number.POSITIVE_INFINITY);
  return bid < ask ? hidden : [...hidden, `crossed: ${bid} and ${ask}`];
}

/** Checks that depth equals the users' orders, which is required once the house's price is stale. */
export const isExactly = (depth: DepthSeen | undefined, own: DepthSeen | undefined): boolean =>
  isDeepStrictEqual(
    { bids: depth?.bids ?? [], asks: depth?.asks ?? [] },
    { bids: own?.bids.slice(0, LEVELS_SHOWN) ?? [], asks: own?.asks.slice(0, LEVELS_SHOWN) ?? [] },
  );

export function findWrongTrades(
  clients: readonly Client[],
  seen: ReadonlyMap<string, TradeSeen>,
  { fills }: Truth,
): readonly string[] {
  const all = new Map([...fills.values()].flat().map((fill) => [fill.id, fill]));
  const invented = [...seen.values()].filter(({ id, price, quantity }) => {
    const fill = all.get(id);
    return fill?.price !== price || fill.quantity !== quantity;
  });
  const late = clients.filter(({ book }) => {
    const newest = (fills.get(book.symbol) ?? []).slice(0, TRADES_SHOWN).map(({ id }) => id);
    return !isDeepStrictEqual(
      book.trades().map(({ id }) => id),
      newest,
    );
  });
  return [
    ...invented.map(({ id }) => `trade ${id} is none of the demo book`),
    ...late.map(({ person, book }) => `${person.id} shows other last trades of ${book.symbol}`),
  ];
}

/** Checks that acknowledged orders and placed orders are the same. */
export function findWrongAcks(placed: readonly Acknowledged[], { orders }: Truth): readonly string[] {
  const rows = new Map([...orders.values()].flat().map((row) => [row.id, row]));
  const lost = placed.filter(({ key, user, order }) => {
    const row = rows.get(order);
    return row?.key !== key || row.user_id !== user;
  });
  const acknowledged = new Set(placed.map(({ order }) => order));
  const unasked = [...rows.keys()].filter((id) => !acknowledged.has(id));
  return [
    ...lost.map(({ order }) => `order ${order} is lost`),
    ...unasked.map((id) => `order ${id} was acknowledged to nobody`),
  ];
}

/** Checks sums that must hold regardless of client state. */
export async function findWrongSums(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ what: string }>(
    `select 'frozen of ' || coalesce(a.owner, h.owner) || ' ' || coalesce(a.currency, h.currency) as what
       from (select owner, currency, book, frozen from ledger_account where kind = 'exchange' and frozen <> 0) a
       full join (select 'user:' || o.user_id as owner, case o.side when 'buy' then m.quote else m.base end as currency, o.book,
                         sum(o.held) as held
                    from spot_order o join market m on m.id = o.market where o.status = 'open' group by 1, 2, 3) h
         on h.owner = a.owner and h.currency = a.currency and h.book = a.book
      where a.frozen is distinct from h.held
     union all
     select 'order ' || id || ' in the real book' from spot_order where book <> 'demo'
     union all
     select 'fill ' || id || ' in the real book' from spot_fill where book <> 'demo'
     union all
     select 'fill ' || f.id || ' of another book or market than its order' from spot_fill f
       join spot_order o on o.id in (f.taker_order, f.maker_order) where o.book <> f.book or o.market <> f.market
     union all
     select 'command ' || id || ' failed: ' || error from engine_dead_command`,
  );
  return rows.map(({ what }) => what);
}
