import { exchangeAccount, type OrderRequest, spotShard } from '@app/domain/spot';
import { cancelAllCommand, cancelCommand, placeCommand } from '@app/protocol/engine';
import { type cancelAllOrders as cancelAllOrdersRoute, type placeOrder, toOrderRequest } from '@app/protocol/spot';
import type { CommandSource, Engine } from '../../engine/client.ts';
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

/** The caller of a command in one mode. */
export type TradeSource = CommandSource & Pick<Recipient, 'mode'>;

type WireOrder = Wire<typeof placeOrder>;
type CancelledView = Wire<typeof cancelAllOrdersRoute>;

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
  return async (source: TradeSource, pair: PairView, fields: OrderFields): Promise<WireOrder> => {
    if (pair.symbol === undefined && (pair.baseId === undefined || pair.quoteId === undefined))
      throw new Malformed(['currency_name']);
    const request = readRequest(fields);
    const market = (await deps.markets.find(pair)) ?? refuseWith('not_found');
    await openAccounts(source, market);
    return await deps.engine.request(spotShard(source.mode), source, placeCommand, { market: market.id, request });
  };
}

/**
 * Cancels an order. Checks ownership here first: another user's order costs the engine nothing, and is not found, like
 * one that never existed.
 */
export async function cancelOrder(deps: TradeDeps, source: TradeSource, id: bigint): Promise<WireOrder> {
  if (!(await isOwnOrder(deps.db, source, id))) refuseWith('not_found');
  return await deps.engine.request(spotShard(source.mode), source, cancelCommand, { order: id });
}

/** Cancels all open orders of a mode, or of one market, which need not be traded any more. */
export async function cancelAllOrders(
  deps: TradeDeps,
  source: TradeSource,
  symbol: string | undefined,
): Promise<CancelledView> {
  const market = symbol === undefined ? {} : { market: deps.markets.idOf(symbol) ?? refuseWith('not_found') };
  return await deps.engine.request(spotShard(source.mode), source, cancelAllCommand, { ...market, reason: 'user' });
}

type OrderFields = Parameters<typeof toOrderRequest>[0];

function readRequest(fields: OrderFields): OrderRequest {
  const request = toOrderRequest(fields);
  if (request === 'unsupported') return refuseWith('feature_coming_soon');
  if (request === 'contradictory') throw new Malformed(['post_only']);
  return request;
}
