import type { Market } from '@app/domain/market';
import { dayBegin, EQUITY_STEP_MS, type RateOf, valueAt, walkDay } from '@app/domain/wallet';
import { absolute, add, compare, type Price, ZERO } from '@app/money';
import type { Output } from '@app/protocol';
import type { equityDay as route } from '@app/protocol/wallet';
import type { Audience } from '../../../platform/push.ts';
import type { Ledger } from '../../ledger/index.ts';
import { rateCoins } from '../../market/index.ts';
import { type Closes, createPastPrices, type PastPrices, type PriceDeps, priceThen } from './past-prices.ts';
import { createReadPast, type Past } from './read-past.ts';
import { createQueue } from './task-queue.ts';

export type EquityDeps = PriceDeps & { readonly ledger: Ledger };

/**
 * Maximum coins valued at historical prices, most important first; the others are valued all day at the current price.
 */
const COINS_MAX = 40;

/**
 * Creates the query for the value of a user's money since a given time. Runs one request per user at a time, so that
 * frequent requests delay only their own user.
 */
export function createEquityDay(
  deps: EquityDeps,
): (audience: Audience, sinceMs: number) => Promise<Output<typeof route>> {
  const inTurn = createQueue();
  const readPast = createReadPast(deps);
  const pastPrices = createPastPrices(deps);
  const show = async (audience: Audience, requestedMs: number) => {
    const past = await readPast(audience);
    const { nowMs, knownFromMs } = past;
    const rateOf = ratesOn(deps.board);
    const coins = await readCoins(past, { board: deps.board, rateOf, pastPrices });
    const sinceMs = dayBegin({ sinceMs: requestedMs, nowMs, knownFromMs });
    const rateAt = (currency: string, atMs: number) => coins.get(currency)?.rateAt(atMs) ?? rateOf(currency);
    const day = walkDay({ ...past, sinceMs, rateOf, rateAt });
    const simulated = [...coins.values()].some(({ isSimulated }) => isSimulated);
    return { ...day, since: sinceMs, step_ms: EQUITY_STEP_MS, simulated };
  };
  return (audience, sinceMs) => inTurn(`${audience.userId}`, () => show(audience, sinceMs));
}

/** Returns the rates of `/wallet/getRateCurrency`. */
function ratesOn(board: EquityDeps['board']): RateOf {
  const rates = new Map(Object.entries(rateCoins(board)));
  return (currency) => rates.get(currency);
}

type Coin = { readonly rateAt: (atMs: number) => Price | undefined; readonly isSimulated: boolean };
type Around = Pick<EquityDeps, 'board'> & { readonly rateOf: RateOf; readonly pastPrices: PastPrices };

async function readCoins(past: Past, { board, rateOf, pastPrices }: Around): Promise<ReadonlyMap<string, Coin>> {
  const markets = new Map(board.markets().flatMap((it) => (it.quote === 'USDT' ? [[it.base, it] as const] : [])));
  const coins = new Map<string, Coin>();
  for (const currency of mostImportant(past, rateOf)) {
    const market = markets.get(currency);
    if (market !== undefined) coins.set(currency, await readCoin(past, market, pastPrices)); // Sequential: the pool is shared.
  }
  return coins;
}

async function readCoin({ moves, nowMs }: Past, market: Market, pastPrices: PastPrices): Promise<Coin> {
  const coarse = await pastPrices(market, '15min', nowMs);
  const hasFlow = moves.some(({ currency, isFlow }) => isFlow && currency === market.base);
  const fine = hasFlow ? await pastPrices(market, '1min', nowMs) : undefined;
  return { rateAt: (atMs) => rateIn(coarse, fine, atMs), isSimulated: coarse.isSimulated };
}

/** Returns the rate at a time; minute bars do not reach as far back as 15-minute bars. */
function rateIn(coarse: Closes, fine: Closes | undefined, atMs: number): Price | undefined {
  const isFine = (fine?.closes[0]?.endMs ?? Number.POSITIVE_INFINITY) <= atMs;
  return priceThen(isFine && fine !== undefined ? fine : coarse, atMs);
}

/** Ranks currencies by holdings plus amounts moved, at today's prices. */
function mostImportant({ holdings, moves }: Past, rateOf: RateOf): readonly string[] {
  const turnover = new Map(holdings);
  for (const { currency, amount } of moves)
    turnover.set(currency, add(turnover.get(currency) ?? ZERO, absolute(amount)));
  const worths = [...turnover].flatMap(([currency, amount]) => {
    const rate = rateOf(currency);
    return rate === undefined || amount === ZERO ? [] : [{ currency, worth: valueAt(amount, rate) }];
  });
  worths.sort((a, b) => compare(b.worth, a.worth));
  return worths.slice(0, COINS_MAX).map(({ currency }) => currency);
}
