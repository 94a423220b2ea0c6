import { type Amount, add, negate, type Price, parseDecimal, ZERO } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DayPast, dayBegin, dayResult, EQUITY_GRID_MS, EQUITY_STEP_MS, type Move, walkDay } from './index.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const price = (text: string) => parseDecimal<Price>(text);
const amounts = fc.bigInt({ min: 0n, max: 10n ** 30n }).map((value) => value as Amount);

const SINCE_MS = 96 * EQUITY_STEP_MS;
const at = (steps: number) => SINCE_MS + steps * EQUITY_STEP_MS;
/** Context in which the price is 100 until the third step ends, then 110, and 120 now. */
const past = (change: Partial<DayPast>): DayPast => ({
  holdings: new Map(),
  moves: [],
  sinceMs: SINCE_MS,
  nowMs: at(4) + 60_000,
  rateOf: (currency) => (currency === 'BTC' ? price('120') : undefined),
  rateAt: (_currency, atMs) => price(atMs < at(3) ? '100' : '110'),
  ...change,
});
const move = (atMs: number, text: string, change: Partial<Move> = {}): Move => ({
  currency: 'BTC',
  atMs,
  amount: amount(text),
  isFlow: false,
  ...change,
});
const worths = ({ points }: ReturnType<typeof walkDay>) => points.map(({ worth }) => worth / 10n ** 18n);

describe('a day reconstructed backwards from now', () => {
  it('given only prices change, then the same holdings are valued at the price of each point', () => {
    const day = walkDay(past({ holdings: new Map([['BTC', amount('2')]]) }));
    expect(worths(day)).toEqual([200n, 200n, 200n, 220n, 220n]);
    expect(day).toMatchObject({ now: amount('240'), came: ZERO, unvalued: [] });
  });

  it('given an inflow, then earlier points exclude it, and it is valued at the price of its time', () => {
    const moves = [move(at(1) + 60_000, '2', { isFlow: true })];
    const day = walkDay(past({ holdings: new Map([['BTC', amount('3')]]), moves }));
    expect(worths(day)).toEqual([100n, 100n, 300n, 330n, 330n]);
    expect(day.points.map(({ came }) => came / 10n ** 18n)).toEqual([0n, 0n, 200n, 200n, 200n]);
    expect(dayResult({ opening: amount('100'), ...day })).toEqual({ change: amount('60'), ratio: amount('0.2') });
  });

  it('given a move on a step boundary, then the point there excludes it', () => {
    const holdings = new Map([['USDT', amount('7')]]);
    const day = walkDay(past({ holdings, moves: [move(at(2), '7', { currency: 'USDT' })] }));
    expect(worths(day)).toEqual([0n, 0n, 0n, 7n, 7n]);
  });

  it('given a coin without a current price, then it never counts, neither as holding nor as inflow', () => {
    const moves = [move(at(1), '5', { currency: 'XYZ', isFlow: true })];
    const day = walkDay(past({ holdings: new Map([['XYZ', amount('5')]]), moves }));
    expect(day).toMatchObject({ now: ZERO, came: ZERO, unvalued: ['XYZ'] });
    expect(worths(day)).toEqual([0n, 0n, 0n, 0n, 0n]);
  });

  it('given moves from before the day, then they are no inflow and do not change its opening', () => {
    const moves = [move(at(0) - 1, '1', { isFlow: true })];
    const day = walkDay(past({ holdings: new Map([['BTC', amount('1')]]), moves }));
    expect([worths(day)[0], day.came]).toEqual([100n, ZERO]);
  });

  it('given a coin that appears spent before it was received, then no value is negative', () => {
    const moves = [move(at(1), '-5'), move(at(2), '5')];
    expect(worths(walkDay(past({ moves: [...moves, move(at(3), '2')] })))).toEqual([0n, 0n, 0n, 0n, 0n]);
  });
});

describe('a day that begins now', () => {
  it('given holdings, moves and a different price a moment ago, then it has no points and no inflow', () => {
    const nowMs = at(4);
    const moves = [move(nowMs, '2', { isFlow: true })];
    const day = walkDay(past({ holdings: new Map([['BTC', amount('3')]]), moves, sinceMs: nowMs, nowMs }));
    expect(day).toEqual({ points: [], now: amount('360'), came: ZERO, unvalued: [] });
  });
});

describe('a day’s result', () => {
  it('does not change with inflows or outflows', () => {
    fc.assert(
      fc.property(amounts, amounts, amounts, fc.boolean(), (opening, now, size, comes) => {
        const came = comes ? size : negate(size);
        const before = dayResult({ opening, now, came: ZERO });
        expect(dayResult({ opening, now: add(now, came), came }).change).toBe(before.change);
      }),
    );
  });

  it('has the sign of its change in its ratio, and no ratio without capital', () => {
    const day = (opening: string, now: string, came: string) =>
      dayResult({ opening: amount(opening), now: amount(now), came: amount(came) });
    expect(day('100', '90', '0').ratio).toBe(amount('-0.1'));
    expect(day('100', '45', '-50').ratio).toBe(amount('-0.05'));
    expect(day('0', '110', '100').ratio).toBe(amount('0.1'));
    expect(day('0', '3', '0').ratio).toBeUndefined();
  });
});

describe('the start of a day', () => {
  const nowMs = 1_800_000_000_000 + 61_000;
  const begin = (sinceMs: number, knownFromMs = 0) => nowMs - dayBegin({ sinceMs, nowMs, knownFromMs });

  it.each([
    ['a future', nowMs + 1_000_000, 61_000],
    ['the far past', 0, 26 * 3_600_000 + 61_000],
    ['an odd moment', nowMs - 3_600_000 - 1, 3_600_000 + 61_000],
  ])('given %s, then it is on the grid of the last 26 hours', (_name, sinceMs, backMs) => {
    expect(begin(sinceMs)).toBe(backMs);
  });

  it('given an account ten minutes old, then it is the account’s first quarter of an hour', () => {
    expect(begin(nowMs - 80_000_000, nowMs - 600_000)).toBe(EQUITY_GRID_MS + 61_000);
  });

  it('given no data before the next quarter of an hour, then it is now, and never earlier', () => {
    expect(begin(nowMs - 80_000_000, nowMs + 1)).toBe(0);
    expect(begin(nowMs - 80_000_000, nowMs - (nowMs % EQUITY_GRID_MS) + EQUITY_GRID_MS)).toBe(0);
  });
});
