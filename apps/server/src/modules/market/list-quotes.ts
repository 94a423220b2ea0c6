import { changePercent } from '@app/domain/market';
import { type Amount, type Decimal, multiplyByCount, ONE, type Price } from '@app/money';
import type { Output } from '@app/protocol';
import type {
  listQuotes as quotesRoute,
  coinRates as ratesRoute,
  listSparks as sparksRoute,
} from '@app/protocol/market';
import type { Board, Quote } from './board/board.ts';

/** Lists every price, and the channel sequence from which updates continue. */
export const listQuotes = (board: Pick<Board, 'quotes' | 'blockNumber'>): Output<typeof quotesRoute> => ({
  list: board.quotes().map(toWire),
  seq: String(board.blockNumber()),
});

const toWire = ({ market, price, open24h, high24h, low24h, volume24h, state, isSimulated, atMs, seq }: Quote) => ({
  id: BigInt(market.id),
  symbol: market.symbol,
  price,
  change: multiplyByCount(changePercent(open24h, price), 100) as Decimal as Amount, // Signed percentage.
  open: open24h,
  high: high24h,
  low: low24h,
  vol: volume24h,
  state,
  simulated: isSimulated,
  at: atMs,
  tick: seq,
});

/** Returns coin rates from the coins' own markets; omits a coin without a price rather than valuing it at zero. */
export const rateCoins = (board: Pick<Board, 'quotes'>): Output<typeof ratesRoute> =>
  Object.fromEntries([
    ['USDT', ONE as Price], // The unit of valuation.
    ...board.quotes().flatMap(({ market, price }) => (market.quote === 'USDT' ? [[market.base, price] as const] : [])),
  ]);

/** Lists the curves of the named markets that have a price, in list order. */
export const listSparks = (
  board: Pick<Board, 'markets' | 'sparkOf'>,
  symbols: readonly string[],
): Output<typeof sparksRoute> => ({
  list: board.markets().flatMap(({ id, symbol }) => {
    const spark = symbols.includes(symbol) ? board.sparkOf(id) : undefined;
    return spark === undefined ? [] : [{ symbol, open: spark.open, values: [...spark.values] }];
  }),
});
