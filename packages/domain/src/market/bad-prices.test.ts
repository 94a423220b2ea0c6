import type { Amount, Price } from '@app/money';
import { describe, expect, it } from 'vitest';
import {
  computeIndexPrice,
  FRESHNESS,
  type Hours,
  INDEX_RULES,
  latestQuotes,
  type MarketState,
  marketState,
  type PendingJump,
  type RecentPrices,
  type SourceQuote,
} from './index.ts';

/** A quote stamped now, a quote with its own timestamp, or no quote. */
type Quote = number | { readonly price: number; readonly at: number } | undefined;
type Quoted = readonly [Quote, Quote, Quote];
/**
 * Script line: the second, the quotes of the three venues, the expected index price or the reason for none, and the
 * expected market state.
 */
type Line = readonly [at: number, quoted: Quoted, index: number | string, state: MarketState];

const WEDNESDAY = Date.UTC(2026, 10, 18, 12);
const FRIDAY_EVENING = Date.UTC(2026, 10, 20, 21, 59, 50); // Ten seconds before the venues close.
const REOPENING = 48 * 3_600 + 10; // Sunday 22:00, in seconds after it.
const SILENT: Quoted = [undefined, undefined, undefined];
const CALM: Quoted = [10_000, 10_010, 10_020];
const times = (factor: number): Quoted => [10_000 * factor, 10_010 * factor, 10_020 * factor];
const at = (price: number, seconds: number) => ({ price, at: seconds });

/**
 * Runs a script as the feed would: keeps the latest quotes, computes the index price, and stores each price as the last
 * tick.
 */
function play(lines: readonly Line[], { hours = 'always' as Hours, startMs = WEDNESDAY } = {}) {
  let quotes: readonly SourceQuote[] = [];
  let last: { price: Price; atMs: number } | undefined;
  let pending: PendingJump | undefined;
  let recent: RecentPrices = [];
  return lines.map(([seconds, quoted]): Line => {
    const nowMs = startMs + seconds * 1_000;
    quotes = latestQuotes([...quotes, ...quotesOf(quoted, { nowMs, startMs })], { nowMs, aheadMs: 1_000 });
    const known = { quotes: quotes, last, recent, pending };
    const verdict = computeIndexPrice({ ...known, nowMs, rules: INDEX_RULES, priceTick: 1n as Price });
    pending = 'pending' in verdict ? verdict.pending : undefined;
    if (verdict.kind === 'price') {
      last = { price: verdict.price, atMs: nowMs };
      recent = verdict.recent;
    }
    const freshMs = FRESHNESS.contract;
    const state = marketState({ hours, lastTickAtMs: last?.atMs, nowMs, isHalted: false, freshMs });
    return [seconds, quoted, verdict.kind === 'price' ? Number(verdict.price) : verdict.reason, state];
  });
}

const quotesOf = (quoted: Quoted, { nowMs, startMs }: { nowMs: number; startMs: number }): SourceQuote[] =>
  quoted.flatMap((quote, index) => {
    if (quote === undefined) return [];
    const { price, atMs } =
      typeof quote === 'number'
        ? { price: quote, atMs: nowMs }
        : { price: quote.price, atMs: startMs + quote.at * 1_000 };
    return [{ market: 1, source: index + 1, price: BigInt(price) as Price, volume: 0n as Amount, atMs }];
  });

const SCRIPTS: Readonly<Record<string, readonly Line[]>> = {
  'a venue that falls silent is used for two seconds and then no more': [
    [0, CALM, 10_010, 'open'],
    [2, [undefined, 10_050, 10_060], 10_050, 'open'],
    [2.2, [undefined, 9_990, 9_980], 9_980, 'open'],
  ],
  'a venue that repeats itself while the others move is left behind': [
    [0, [10_000, 10_000, 10_000], 10_000, 'open'],
    [1, [10_000, 9_900, 9_890], 9_900, 'open'],
    [2, [10_000, 9_700, 9_690], 9_690, 'open'],
  ],
  'a gap: old words carry the index for two seconds, then it is missing, then stale, then back at once': [
    [0, CALM, 10_010, 'open'],
    [2, SILENT, 10_010, 'open'],
    [2.2, SILENT, 'all_stale', 'open'],
    [5, SILENT, 'all_stale', 'open'],
    [5.2, SILENT, 'all_stale', 'stale'],
    [6, [10_030, 10_040, 10_050], 10_040, 'open'],
  ],
  'one venue ten times too high moves the index no further than to another venue': [
    [0, CALM, 10_010, 'open'],
    [1, [10_000, 10_010, 100_200], 10_000, 'open'],
    [2, CALM, 10_010, 'open'],
  ],
  'one venue ten times too low moves it no further either': [
    [0, CALM, 10_010, 'open'],
    [1, [1_000, 10_010, 10_020], 10_010, 'open'],
  ],
  'all venues ten times too high for a moment: the spike is no price': [
    [0, CALM, 10_010, 'open'],
    [0.2, times(10), 'jump', 'open'],
    [0.4, CALM, 10_010, 'open'],
    [4.4, CALM, 10_010, 'open'],
    [5.4, times(10), 'jump', 'open'],
    [5.6, CALM, 10_010, 'open'],
  ],
  'all venues jump and stay: the market rests, and the index follows after five seconds': [
    [0, CALM, 10_010, 'open'],
    [1, times(10), 'jump', 'open'],
    [3, times(10), 'jump', 'open'],
    [5, times(10), 'jump', 'stale'],
    [5.9, times(10), 'jump', 'stale'],
    [6, times(10), 100_100, 'open'],
    [6.2, times(10), 100_100, 'open'],
  ],
  'all venues fall to a tenth and stay': [
    [0, times(10), 100_100, 'open'],
    [1, CALM, 'jump', 'open'],
    [3, CALM, 'jump', 'open'],
    [5, CALM, 'jump', 'stale'],
    [6, CALM, 10_010, 'open'],
  ],
  'a jump that wanders on waits anew': [
    [0, CALM, 10_010, 'open'],
    [1, times(10), 'jump', 'open'],
    [3, times(11), 'jump', 'open'],
    [5, times(12), 'jump', 'stale'],
    [6, times(12), 'jump', 'stale'],
    [8, times(12), 'jump', 'stale'],
    [10, times(12), 120_120, 'open'],
  ],
  'two spikes with silence between are not one that stayed': [
    [0, CALM, 10_010, 'open'],
    [1, times(10), 'jump', 'open'],
    [7, times(10), 'jump', 'stale'],
  ],
  'one venue says zero, another a negative price: neither is heard': [
    [0, CALM, 10_010, 'open'],
    [1, [0, 10_010, 10_020], 10_010, 'open'],
    [2, [10_000, -10_010, 10_020], 10_000, 'open'],
    [3, [0, -10_010, 10_020], 'too_few', 'open'],
    [4, [0, 0, -1], 'no_sources', 'open'],
    [6.2, [0, 0, 0], 'no_sources', 'stale'],
  ],
  'an older word after a newer one changes nothing': [
    [0, CALM, 10_010, 'open'],
    [1, [10_100, 10_110, 10_120], 10_110, 'open'],
    [1.2, [at(9_000, 0.9), at(10_010, 0.5), at(10_020, 0.5)], 10_110, 'open'],
  ],
  'a word from the future is never said, and its venue is not silenced by it': [
    [0, CALM, 10_010, 'open'],
    [1, [at(10_015, 3_600), undefined, undefined], 10_010, 'open'],
    [2, [10_050, 10_060, 10_070], 10_060, 'open'],
    [3, [at(10_070, 3.5), 10_060, 10_080], 10_070, 'open'],
  ],
  'all venues from the future are as good as none': [
    [0, [at(10_000, 60), at(10_010, 60), at(10_020, 60)], 'no_sources', 'stale'],
  ],
  'one venue lying three percent beside the others is not heard': [
    [0, [10_000, 10_010, 10_310], 10_000, 'open'],
    [1, [9_690, 10_010, 10_020], 10_010, 'open'],
  ],
  'two of three lying together against the last price are never believed while the third stands': [
    [0, CALM, 10_010, 'open'],
    [1, [10_000, 100_100, 100_200], 'disagreement', 'open'],
    [3, [10_000, 100_100, 100_200], 'disagreement', 'open'],
    [6, [10_000, 100_100, 100_200], 'disagreement', 'stale'],
    [60, [10_000, 100_100, 100_200], 'disagreement', 'stale'],
    [61, CALM, 10_010, 'open'],
  ],
  'two of three that walk off step by step are held near the third, which stands': [
    [0, CALM, 10_010, 'open'],
    [0.2, [10_010, 10_480, 10_490], 10_480, 'open'],
    [0.4, [10_010, 10_980, 10_990], 'disagreement', 'open'],
    [6, [10_010, 10_980, 10_990], 'disagreement', 'stale'],
    [60, [10_010, 10_980, 10_990], 'disagreement', 'stale'],
    [61, [10_010, 10_480, 10_490], 10_480, 'open'],
    [62, [10_930, 10_980, 10_990], 'jump', 'open'],
  ],
  'one venue three percent off for good holds the index for five minutes and no longer': [
    [0, [10_000, 10_000, 10_300], 10_000, 'open'],
    [1, [10_010, 10_010, 10_310], 10_010, 'open'],
    [200, [9_600, 9_600, 9_900], 9_600, 'open'],
    [250, [9_400, 9_400, 9_690], 'disagreement', 'stale'],
    [302, [9_400, 9_400, 9_690], 9_400, 'open'],
  ],
  'two of three lying apart leave nobody to believe': [
    [0, CALM, 10_010, 'open'],
    [1, [10_000, 100_100, 300_000], 'disagreement', 'open'],
  ],
  'two venues that contradict each other are no majority': [
    [0, [10_000, 10_300, undefined], 'disagreement', 'stale'],
    [1, [10_000, 10_100, undefined], 10_000, 'open'],
  ],
  'one venue alone is not enough': [[0, [10_000, undefined, undefined], 'too_few', 'stale']],
  'all gone, then one comes back, then another': [
    [0, CALM, 10_010, 'open'],
    [10, SILENT, 'all_stale', 'stale'],
    [11, [10_100, undefined, undefined], 'too_few', 'stale'],
    [12, [10_100, 10_110, undefined], 10_100, 'open'],
    [13, [10_100, 10_110, 10_120], 10_110, 'open'],
  ],
  'nobody ever said anything': [[0, SILENT, 'no_sources', 'stale']],
};

describe('bad source prices', () => {
  it.each(Object.entries(SCRIPTS))('%s', (_, lines) => {
    expect(play(lines)).toEqual(lines);
  });

  it('a closing market is closed, not stale; it reopens stale, and a price gap over the weekend is a jump', () => {
    const lines: Line[] = [
      [9, CALM, 10_010, 'open'],
      [9.999, SILENT, 10_010, 'open'],
      [10, SILENT, 10_010, 'closed'],
      [3_600, SILENT, 'all_stale', 'closed'],
      [REOPENING - 0.001, SILENT, 'all_stale', 'closed'],
      [REOPENING, SILENT, 'all_stale', 'stale'],
      [REOPENING + 1, times(1.1), 'jump', 'stale'],
      [REOPENING + 3, times(1.1), 'jump', 'stale'],
      [REOPENING + 5, times(1.1), 'jump', 'stale'],
      [REOPENING + 6, times(1.1), 11_011, 'open'],
    ];
    expect(play(lines, { hours: 'forex', startMs: FRIDAY_EVENING })).toEqual(lines);
  });
});
