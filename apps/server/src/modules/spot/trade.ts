import { exchangeAccount, spotShard } from '@app/domain/spot';
import type * as routes from '@app/protocol/spot';
import type { Engine } from '../../engine/engine-client.ts';
import { refuseWith } from '../../platform/accept.ts';
import type { Db } from '../../platform/database.ts';
import type { Audience } from '../../platform/push.ts';
import { Malformed, type Wire } from '../../platform/serve.ts';
import type { Ledger } from '../ledger/index.ts';
import { type PlaceOrderBody, parseOrderRequest } from './parse-order-request.ts';
import type { NamedMarket, PairView, SpotMarkets } from './spot-markets.ts';
import { isOwnOrder } from './spot-reads.store.ts';

export type TradeDeps = {
  readonly db: Db;
  readonly ledger: Ledger;
  readonly engine: Engine;
  readonly markets: SpotMarkets;
};

/** Who asks for an effect, and what makes a repetition of it the same. */
export type CommandSource = Audience & { readonly key: string; readonly route: string; readonly body: string };

type WireOrder = Wire<typeof routes.placeOrder>;
type CancelledView = Wire<typeof routes.cancelAllOrders>;

/** Asks the one writer of the book; what it answers is in the protocol's words already. */
const requestEngine = (
  { engine }: TradeDeps,
  source: CommandSource,
  name: string,
  fields: unknown,
): Promise<unknown> => {
  const { userId, book, key, route, body } = source;
  return engine.request(spotShard(book), { name, userId, key, route, body, fields });
};

/** How many pairs of accounts are remembered as open. */
const OPENED_MAX = 100_000;

/** Places orders. One per process: it remembers which accounts it opened. */
export function createPlaceOrder(deps: TradeDeps) {
  const opened = new Set<string>();
  const openAccounts = async ({ userId, book }: Audience, { id, base, quote }: NamedMarket) => {
    const name = `${userId}:${book}:${id}`;
    if (opened.has(name)) return;
    await deps.ledger.open(deps.db, book, [exchangeAccount(userId, base), exchangeAccount(userId, quote)]);
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

/** Asked here first: another's order costs the engine nothing, and is answered like one that never was. */
export async function cancelOrder(deps: TradeDeps, source: CommandSource, id: bigint): Promise<WireOrder> {
  if (!(await isOwnOrder(deps.db, source, id))) refuseWith('not_found');
  return (await requestEngine(deps, source, 'spot.cancel', { order: String(id) })) as WireOrder; // Encoded by the same codec.
}

/** Everything that is open in a book, or of one market of it, which need not be traded any more. */
export async function cancelAllOrders(
  deps: TradeDeps,
  source: CommandSource,
  symbol: string | undefined,
): Promise<CancelledView> {
  const market = symbol === undefined ? {} : { market: deps.markets.idOf(symbol) ?? refuseWith('not_found') };
  return (await requestEngine(deps, source, 'spot.cancelAll', { ...market, reason: 'user' })) as CancelledView; // Likewise.
}
