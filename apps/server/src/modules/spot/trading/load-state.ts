import { expectDefined } from '@app/base';
import type { Mode } from '@app/domain/ledger';
import type { Market } from '@app/domain/market';
import { demoHouse, feeAccount, ladderAccount, unitOf } from '@app/domain/spot';
import { createBook } from '@app/matching';
import { type Amount, countOf, subtract, ZERO } from '@app/money';
import { TRADES_MAX } from '@app/protocol/socket';
import type { Shard } from '../../../engine/product.ts';
import { PushNumbers } from '../../../engine/push-numbers.ts';
import type { Db, Reader } from '../../../platform/db/database.ts';
import type { Ledger } from '../../ledger/index.ts';
import { readMarkets } from '../../market/index.ts';
import { findTradedTicks } from '../../proof/index.ts';
import { readCurrencyIds } from '../../reference/index.ts';
import type { StoredOrder } from '../order-row.ts';
import type { NamedMarket } from '../spot-markets.ts';
import * as store from './spot.store.ts';
import { addOrder, type SpotMarketState, type SpotOrder, type SpotState } from './spot-state.ts';

/** Opens the house's accounts, so that no batch names an account that does not exist. */
export async function openHouse(db: Db, ledger: Ledger, { name, mode }: Shard): Promise<void> {
  const markets = await readSpotMarkets(db);
  const ladders = markets.flatMap(({ id, base, quote }) => [ladderAccount(id, base), ladderAccount(id, quote)]);
  const fees = markets.map(({ quote }) => feeAccount(name, quote));
  const houses = mode === 'demo' ? markets.flatMap(({ base, quote }) => [demoHouse(base), demoHouse(quote)]) : [];
  await ledger.open(db, mode, [...ladders, ...fees, ...houses]);
}

const readSpotMarkets = async (reader: Reader): Promise<readonly Market[]> =>
  (await readMarkets(reader)).filter(({ products }) => products.includes('spot'));

/** What is loaded, and how old a price may be at which the house still trades. */
type Loading = { readonly shard: Shard; readonly freshMs: number };

/** Difference of clocks, and the time a batch takes, when looking for the last trades of the house. */
const MARGIN_MS = 120_000;

/** Rebuilds the state from rows alone: orders without a committed row were never acknowledged. */
export async function loadState(reader: Db, ledger: Ledger, { shard, freshMs }: Loading): Promise<SpotState> {
  const { mode } = shard;
  const tradedTicks = await findTradedTicks(reader, mode, freshMs + MARGIN_MS);
  const state: SpotState = {
    shard,
    mode,
    markets: await loadMarkets(reader, ledger, mode, tradedTicks),
    orders: new Map(),
    byUser: new Map(),
    pushNumbers: new PushNumbers(),
    days: new Map(),
    updateSeq: 0n,
    newestBlockMs: 0,
  };
  const matching = await store.readMatching(reader, mode);
  await store.readOpenOrders(reader, mode, (orders) => {
    for (const stored of orders) restore(state, stored, matching.get(stored.id));
  });
  return state;
}

function restore(state: SpotState, stored: StoredOrder, matching: store.MatchingRow | undefined): void {
  const marketState = expectDefined(state.markets.get(stored.market), 'an open order’s market');
  const order =
    matching === undefined
      ? toBookOrder(stored, marketState.market)
      : toMatchingOrder(stored, marketState.market, matching);
  if (matching === undefined) marketState.book.restore(order);
  else marketState.matching = { order, lots: matching.lots, quoteUnits: matching.quoteUnits };
  addOrder(state, order);
}

/** Converts an order that was stored between two batches of its matching. */
function toMatchingOrder(
  stored: StoredOrder,
  { lot }: Pick<Market, 'lot'>,
  { limitTicks, lots }: store.MatchingRow,
): SpotOrder {
  return { ...stored, price: limitTicks, open: lots - Number(countOf<Amount>(stored.filled, lot)) }; // tidy: not money
}

/** Converts a resting order. Only limit orders rest, so price and quantity are set. */
function toBookOrder(stored: StoredOrder, { priceTick, lot }: Pick<Market, 'priceTick' | 'lot'>): SpotOrder {
  const left = subtract(expectDefined(stored.quantity, 'a resting order’s quantity'), stored.filled);
  const price = Number(countOf(expectDefined(stored.limit, 'a resting order’s price'), priceTick)); // tidy: not money
  return { ...stored, price, open: Number(countOf<Amount>(left, lot)) }; // tidy: not money
}

/** Reads markets, traded or not, with the ids of their currencies. */
export async function readNamedMarkets(
  reader: Reader,
  isWanted: (market: Market) => boolean,
): Promise<ReadonlyMap<number, NamedMarket>> {
  const ids = await readCurrencyIds(reader);
  const idOf = (code: string) => expectDefined(ids.get(code), `the currency ${code}`);
  const markets = (await readMarkets(reader)).filter(isWanted);
  return new Map(
    markets.map((market) => [market.id, { ...market, baseId: idOf(market.base), quoteId: idOf(market.quote) }]),
  );
}

/** Loads the markets that are traded, and those that still have resting orders. */
export async function loadMarkets(
  reader: Reader,
  ledger: Ledger,
  mode: Mode,
  tradedTicks: ReadonlyMap<number, number> = new Map(),
): Promise<Map<number, SpotMarketState>> {
  const resting = await store.findRestingMarkets(reader, mode);
  const isWanted = ({ id, products }: Market) => products.includes('spot') || resting.has(id);
  const markets = [...(await readNamedMarkets(reader, isWanted)).values()];
  const names = markets.flatMap(({ id, base, quote }) => [ladderAccount(id, base), ladderAccount(id, quote)]);
  const owned = new Map((await ledger.read(reader, mode, names)).map((it) => [`${it.owner}|${it.currency}`, it]));
  const fundings = await store.countFundings(reader, mode);
  const trades = Map.groupBy(await store.readNewestTrades(reader, mode), ({ market }) => market);
  const state = (market: NamedMarket): SpotMarketState => {
    const owns = (currency: string) =>
      owned.get(`${ladderAccount(market.id, currency).owner}|${currency}`)?.available ?? ZERO;
    return {
      market,
      unit: unitOf(market),
      book: createBook<SpotOrder>(),
      tick: undefined,
      tradedSeq: tradedTicks.get(market.id) ?? 0,
      ladder: undefined,
      isChanged: true,
      inventory: { base: owns(market.base), quote: owns(market.quote) },
      fundings: fundings.get(market.id) ?? 0,
      sweepPending: false,
      matching: undefined,
      lastPublishedMs: 0,
      trades: (trades.get(market.id) ?? []).slice(0, TRADES_MAX).map(({ market: _market, ...trade }) => trade),
    };
  };
  return new Map(markets.map((market) => [market.id, state(market)]));
}
