import { INDEX_RULES, type Market, type SourceQuote, type Tick } from '@app/domain/market';
import { type Amount, formatDecimal, type Price, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import { createLatestQuotes } from './latest-quotes.ts';
import { makeTicks, type Recents, type Round } from './make-ticks.ts';

const price = (text: string) => parseDecimal<Price>(text);
const amount = (text: string) => parseDecimal<Amount>(text);
/** A Wednesday at 16:00 UTC, when everything but Asia trades; and the Saturday after it. */
const WEDNESDAY = Date.UTC(2026, 5, 10, 16);
const SATURDAY = Date.UTC(2026, 5, 13, 16);

const market = (id: number, hours: Market['hours'] = 'always'): Market => ({
  id,
  symbol: `M${id}/USDT`,
  base: `M${id}`,
  quote: 'USDT',
  name: `M${id}`,
  category: 'crypto',
  hours,
  priceTick: price('0.01'),
  lot: amount('0.01'),
  products: ['spot'],
});

const sourceQuotes = (id: number, at: Partial<SourceQuote> = {}): SourceQuote[] =>
  [1, 2, 3].map((source) => ({
    market: id,
    source,
    price: price('100'),
    volume: amount('1'),
    atMs: WEDNESDAY,
    ...at,
  }));

/** Builds quotes, each received at the time it was sent. */
const latestOf = (...quotes: SourceQuote[]) => {
  const latest = createLatestQuotes();
  for (const quote of quotes) latest.record([quote], { nowMs: quote.atMs, aheadMs: 0 });
  return latest;
};

const RULES = { index: INDEX_RULES, blockEveryMs: 200, tickEveryMs: 200, halted: new Set<number>() };

const round = (given: Partial<Round>): Round => ({
  markets: [market(1)],
  latest: latestOf(...sourceQuotes(1)),
  lastTicks: new Map(),
  jumps: new Map(),
  recents: new Map(),
  rules: RULES,
  nowMs: WEDNESDAY,
  ...given,
});

const lastAt = (atMs: number, at = '100') =>
  new Map<number, Tick>([
    [1, { market: 1, seq: 7, atMs, price: price(at), volume: amount('0'), sources: [{ source: 1 } as never] }],
  ]);

const marketsOf = (given: Partial<Round>) => makeTicks(round(given)).ticks.map((tick) => tick.market);

describe('a round of ticks', () => {
  it('given three sources that agree, then a tick has the price, the total volume and its sources', () => {
    const { ticks } = makeTicks(round({}));
    const sources = [1, 2, 3].map((source) => ({ source, price: price('100'), ageMs: 0 }));
    expect(ticks).toEqual([{ market: 1, atMs: WEDNESDAY, price: price('100'), volume: amount('3'), sources }]);
  });

  it('given the same price as before, then there is a tick all the same', () => {
    expect(marketsOf({ lastTicks: lastAt(WEDNESDAY - 200) })).toEqual([1]);
  });

  it('given a halted market and a closed one, then only the others tick', () => {
    const markets = [market(1), market(2), market(3, 'us_stock')];
    const latest = latestOf(...sourceQuotes(1), ...sourceQuotes(2), ...sourceQuotes(3));
    const rules = { ...RULES, halted: new Set([1]) };
    expect(marketsOf({ markets, latest, rules })).toEqual([2, 3]);
    const late = latestOf(...[1, 2, 3].flatMap((id) => sourceQuotes(id, { atMs: SATURDAY })));
    expect(marketsOf({ markets, latest: late, rules, nowMs: SATURDAY })).toEqual([2]);
  });

  it('given sources that went silent, then there is no tick', () => {
    expect(marketsOf({ nowMs: WEDNESDAY + INDEX_RULES.sourceStaleMs + 1 })).toEqual([]);
  });

  it.each([
    [1_000, 899, []],
    [1_000, 950, [1]],
    [200, 180, [1]],
    [200, 80, []],
  ])('given a tick every %i ms, when %i ms have passed, then %j tick', (tickEveryMs, elapsedMs, expected) => {
    const rules = { ...RULES, tickEveryMs };
    expect(marketsOf({ rules, lastTicks: lastAt(WEDNESDAY - elapsedMs) })).toEqual(expected);
  });

  it('given a clock that was set back, then ticks continue and time never goes back', () => {
    const { ticks } = makeTicks(round({ lastTicks: lastAt(WEDNESDAY + 3_600_000) }));
    expect(ticks.map(({ atMs }) => atMs)).toEqual([WEDNESDAY + 3_600_000]);
  });

  it('given a jump, then it is held until it was confirmed long enough, also between ticks', () => {
    const lastTicks = lastAt(WEDNESDAY - 200, '50');
    const first = makeTicks(round({ lastTicks }));
    expect(first.ticks).toEqual([]);
    expect(first.jumps.get(1)?.sinceMs).toBe(WEDNESDAY);
    let jumps = first.jumps;
    let atMs = WEDNESDAY;
    let ticks = first.ticks;
    for (; ticks.length === 0 && atMs < WEDNESDAY + 60_000; atMs += 200) {
      const nowMs = atMs + 200;
      const latest = latestOf(...sourceQuotes(1, { atMs: nowMs }));
      ({ ticks, jumps } = makeTicks(round({ lastTicks, jumps, latest, nowMs })));
    }
    expect(atMs).toBe(WEDNESDAY + INDEX_RULES.jumpConfirmMs);
  });

  it('given a source that is left out, then its volume is not the tick’s', () => {
    const latest = latestOf(
      ...sourceQuotes(1).map((quote) => (quote.source === 3 ? { ...quote, price: price('150') } : quote)),
    );
    const { ticks } = makeTicks(round({ latest }));
    expect(ticks).toMatchObject([{ volume: amount('2'), sources: [{ source: 1 }, { source: 2 }] }]);
  });

  it('given two sources that drift away in small steps, then earlier prices are kept, and the drift is held', () => {
    let recents: Recents = new Map();
    let lastTicks: ReadonlyMap<number, Tick> = lastAt(WEDNESDAY - 1_000);
    for (let step = 0; step < 50; step++) {
      const nowMs = WEDNESDAY + step * 200;
      const walked = price((100 * 1.01 ** step).toFixed(2));
      const latest = latestOf(
        ...sourceQuotes(1, { atMs: nowMs }).map((quote) => (quote.source === 3 ? quote : { ...quote, price: walked })),
      );
      const made = makeTicks(round({ latest, nowMs, recents, lastTicks }));
      recents = made.recents;
      for (const tick of made.ticks) lastTicks = new Map([[1, { ...tick, seq: step + 8 }]]);
    }
    expect(Number(formatDecimal(lastTicks.get(1)!.price))).toBeLessThan(108);
  });

  it('given markets that are not due, then their recent prices stay', () => {
    const recents: Recents = new Map([[1, [{ price: price('100'), atMs: WEDNESDAY - 200, isDisputed: false }]]]);
    const rules = { ...RULES, tickEveryMs: 1_000 };
    expect(makeTicks(round({ rules, recents, lastTicks: lastAt(WEDNESDAY - 200) })).recents).toEqual(recents);
  });
});
