import { exchangeAccount, type Side, spotShard } from '@app/domain/spot';
import { type Amount, formatDecimal, type Price } from '@app/money';
import type * as routes from '@app/protocol/spot';
import type { Engine } from '../../engine/engine-client.ts';
import type { Recipient } from '../../platform/bus/push.ts';
import type { Db } from '../../platform/db/database.ts';
import { refuseWith } from '../../platform/http/accept.ts';
import { Malformed, type Wire } from '../../platform/http/serve.ts';
import type { Ledger } from '../ledger/index.ts';
import type { NamedMarket, PairView, SpotMarkets } from './spot-markets.ts';
import { isOwnOrder } from './spot-reads.store.ts';

export type TradeDeps = {
  readonly db: Db;
  readonly ledger: Ledger;
  readonly engine: Engine;
  readonly markets: SpotMarkets;
};

/** The sender of a command, and the fields that identify a replay of it. */
export type CommandSource = Recipient & { readonly key: string; readonly route: string; readonly body: string };

type WireOrder = Wire<typeof routes.placeOrder>;
type CancelledView = Wire<typeof routes.cancelAllOrders>;

/** Sends a command to the mode's single writer; the response is already in wire format. */
const requestEngine = (
  { engine }: TradeDeps,
  source: CommandSource,
  name: string,
  fields: unknown,
): Promise<unknown> => {
  const { userId, mode, key, route, body } = source;
  return engine.request(spotShard(mode), { name, userId, key, route, body, fields });
};

/** Maximum number of account pairs cached as open. */
const OPENED_MAX = 100_000;

/** Creates the function that places orders. One per process: it caches which accounts it opened. */
export function createPlaceOrder(deps: TradeDeps) {
  const opened = new Set<string>();
  const openAccounts = async ({ userId, mode }: Recipient, { id, base, quote }: NamedMarket) => {
    const name = `${userId}:${mode}:${id}`;
    if (opened.has(name)) return;
    await deps.ledger.open(deps.db, mode, [exchangeAccount(userId, base), exchangeAccount(userId, quote)]);
    if (opened.size >= OPENED_MAX) opened.clear();
    opened.add(name);
  };
  return async (source: CommandSource, pair: PairView, body: PlaceOrderBody): Promise<WireOrder> => {
    if (pair.symbol === undefined && (pair.baseId === undefined || pair.quoteId === undefined))
      throw new Malformed(['currency_name']);
    const request = parseOrderRequest(body);
    const market = (await deps.markets.find(pair)) ?? refuseWith('not_found');
    await openAccounts(source, market);
    return (await requestEngine(deps, source, 'spot.place', { market: market.id, request })) as WireOrder; // Encoded by the same codec.
  };
}

/**
 * Cancels an order. Checks ownership here first: another user's order costs the engine nothing, and is not found, like
 * one that never existed.
 */
export async function cancelOrder(deps: TradeDeps, source: CommandSource, id: bigint): Promise<WireOrder> {
  if (!(await isOwnOrder(deps.db, source, id))) refuseWith('not_found');
  return (await requestEngine(deps, source, 'spot.cancel', { order: String(id) })) as WireOrder; // Encoded by the same codec.
}

/** Cancels all open orders of a mode, or of one market, which need not be traded any more. */
export async function cancelAllOrders(
  deps: TradeDeps,
  source: CommandSource,
  symbol: string | undefined,
): Promise<CancelledView> {
  const market = symbol === undefined ? {} : { market: deps.markets.idOf(symbol) ?? refuseWith('not_found') };
  return (await requestEngine(deps, source, 'spot.cancelAll', { ...market, reason: 'user' })) as CancelledView; // Same codec.
}

type PlaceOrderBody = {
  readonly type: Side;
  readonly amount: Amount;
  readonly target_price?: Price | undefined;
  readonly time_in_force?: 'gtc' | 'ioc' | 'fok' | undefined;
  readonly post_only?: boolean | undefined;
  readonly stop_price?: Price | undefined;
};

/** Converts the app's order fields to the engine's request: decimal text, and the fields of each order kind. */
function parseOrderRequest(body: PlaceOrderBody): Readonly<Record<string, string>> {
  const { type: side, target_price: price, time_in_force: force = 'gtc', post_only: isPostOnly = false } = body;
  if (force === 'fok' || body.stop_price !== undefined) refuseWith('feature_coming_soon');
  // Always refused otherwise: such an order takes at once or not at all.
  if (isPostOnly && (price === undefined || force === 'ioc')) throw new Malformed(['post_only']);
  const amount = formatDecimal(body.amount);
  if (price === undefined)
    return { kind: 'market', side, ...(side === 'buy' ? { budget: amount } : { quantity: amount }) };
  return { kind: 'limit', side, price: formatDecimal(price), quantity: amount, force: isPostOnly ? 'post' : force };
}
