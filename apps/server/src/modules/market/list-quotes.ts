import { changePercent } from '@app/domain/market';
import { type Amount, type Decimal, multiplyByCount, ONE, type Price } from '@app/money';
import type { Output } from '@app/protocol';
import type {
  listQuotes as quotesRoute,
  coinRates as ratesRoute,
  listSparks as sparksRoute,
} from '@app/protocol/market';
import type { Board, Quote } from './board/board.ts';

/** Every price there is, and the place in the channel from which pushes go on. */
export const listQuotes = (board: Pick<Board, 'quotes' | 'blockNumber'>): Output<typeof quotesRoute> => ({
  list: board.quotes().map(toWire),
  seq: String(board.blockNumber()),
});

const toWire = ({ market, price, open24h, high24h, low24h, volume24h, state, isSimulated, atMs, seq }: Quote) => ({
  id: BigInt(market.id),
  symbol: market.symbol,
  price,
  change: multiplyByCount(changePercent(open24h, price), 100) as Decimal as Amount, // A number of percent, signed.
  open: open24h,
  high: high24h,
  low: low24h,
  vol: volume24h,
  state,
  simulated: isSimulated,
  at: atMs,
  tick: seq,
});

/** The coins' own markets say it; a coin without a price is left out rather than called worthless. */
export const rateCoins = (board: Pick<Board, 'quotes'>): Output<typeof ratesRoute> =>
  Object.fromEntries([
    ['USDT', ONE as Price], // Values are counted in it.
    ...board.quotes().flatMap(({ market, price }) => (market.quote === 'USDT' ? [[market.base, price] as const] : [])),
  ]);

/** Those that are named and have a price, in the order of the list. */
export const listSparks = (
  board: Pick<Board, 'markets' | 'sparkOf'>,
  symbols: readonly string[],
): Output<typeof sparksRoute> => ({
  list: board.markets().flatMap(({ id, symbol }) => {
    const spark = symbols.includes(symbol) ? board.sparkOf(id) : undefined;
    return spark === undefined ? [] : [{ symbol, open: spark.open, values: [...spark.values] }];
  }),
});
