import { barEnd, type Market, type Period } from '@app/domain/market';
import {
  dayBegin,
  EQUITY_BACK_MS,
  EQUITY_GRID_MS,
  EQUITY_STEP_MS,
  type RateOf,
  valueAt,
  walkDay,
} from '@app/domain/wallet';
import { absolute, add, compare, type Price, parseDecimal, ZERO } from '@app/money';
import type { Output } from '@app/protocol';
import type { equityDay as route } from '@app/protocol/wallet';
import type { Recipient } from '../../../platform/bus/push.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Ledger } from '../../ledger/index.ts';
import { type Board, createBlocksSince, type History, listCandles, rateCoins } from '../../market/index.ts';
import type { Settings } from '../../reference/index.ts';
import { createReadPast, type Past } from './read-past.ts';

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
): (recipient: Recipient, sinceMs: number) => Promise<Output<typeof route>> {
  const inTurn = createQueue();
  const readPast = createReadPast(deps);
  const pastPrices = createPastPrices(deps);
  const show = async (recipient: Recipient, requestedMs: number) => {
    const past = await readPast(recipient);
    const { nowMs, knownFromMs } = past;
    const rateOf = ratesOn(deps.board);
    const coins = await readCoins(past, { board: deps.board, rateOf, pastPrices });
    const sinceMs = dayBegin({ sinceMs: requestedMs, nowMs, knownFromMs });
    const rateAt = (currency: string, atMs: number) => coins.get(currency)?.rateAt(atMs) ?? rateOf(currency);
    const day = walkDay({ ...past, sinceMs, rateOf, rateAt });
    const simulated = [...coins.values()].some(({ isSimulated }) => isSimulated);
    return { ...day, since: sinceMs, step_ms: EQUITY_STEP_MS, simulated };
  };
  return (recipient, sinceMs) => inTurn(`${recipient.userId}`, () => show(recipient, sinceMs));
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

/** Creates a queue that runs one task at a time per name, in order of arrival. */
function createQueue() {
  const last = new Map<string, Promise<unknown>>();
  return <Result>(name: string, act: () => Promise<Result>): Promise<Result> => {
    const before = last.get(name) ?? Promise.resolve();
    const turn = before.then(act);
    const ended = turn.then(
      () => undefined,
      () => undefined, // The caller gets the error; the next task runs anyway.
    );
    last.set(name, ended);
    void ended.then(() => last.get(name) === ended && last.delete(name));
    return turn;
  };
}

type PriceDeps = {
  readonly db: Db;
  readonly settings: Settings;
  readonly board: Board;
  readonly history: History;
};

type Close = { readonly endMs: number; readonly price: Price };

/** Closing prices of a market's last day, oldest first. */
type Closes = {
  readonly opening: Price | undefined;
  readonly closes: readonly Close[];
  readonly isSimulated: boolean;
};

/** Bar periods: midnight lies on the 15-minute grid; external flows are valued to the minute. */
type Fineness = Extract<Period, '15min' | '1min'>;

type PastPrices = (market: Market, fineness: Fineness, nowMs: number) => Promise<Closes>;

/** Cache lifetime: only the open bar still changes. */
const KEPT_MS = 60_000;

/**
 * Creates a reader of the closing prices of a market's last day: read once a minute, however many users hold the coin.
 */
function createPastPrices(deps: PriceDeps): PastPrices {
  const forCharts = { ...deps, blocksSince: createBlocksSince(deps.db, deps.board) };
  const kept = new Map<string, { readonly closes: Promise<Closes>; readonly untilMs: number }>();
  return (market, fineness, nowMs) => {
    const key = `${market.id} ${fineness}`;
    const known = kept.get(key);
    if (known !== undefined && nowMs < known.untilMs) return known.closes;
    const fromMs = nowMs - EQUITY_BACK_MS - 2 * EQUITY_GRID_MS;
    const closes = listCandles(forCharts, { market, period: fineness, fromMs, toMs: nowMs }).then((bars) => ({
      opening: bars[0] && parseDecimal<Price>(bars[0].open),
      closes: bars.map((bar) => ({ endMs: barEnd(fineness, bar.time), price: parseDecimal<Price>(bar.close) })),
      isSimulated: bars.some(({ simulated }) => Number(simulated) === 1),
    }));
    const nextPieceMs = nowMs - (nowMs % EQUITY_GRID_MS) + EQUITY_GRID_MS;
    kept.set(key, { closes, untilMs: Math.min(nowMs + KEPT_MS, nextPieceMs) });
    closes.catch(() => kept.delete(key));
    return closes;
  };
}

/** Returns the newest close at a given time; before the first close, the opening price of that bar. */
function priceThen({ opening, closes }: Closes, atMs: number): Price | undefined {
  let low = 0;
  let high = closes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((closes[middle]?.endMs ?? 0) <= atMs) low = middle + 1;
    else high = middle;
  }
  return closes[low - 1]?.price ?? opening;
}
