import type { Amount, Price } from '@app/money';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeIndexPrice, INDEX_RULES, type PendingJump, type RecentPrices, type SourceQuote } from './index.ts';

const START = Date.UTC(2026, 10, 18, 12);
/** Price levels. The first five are a ramp: each is near the previous one, and the fourth is far from the first. */
const LEVELS = [10_000, 10_150, 10_300, 10_450, 10_900, 100_000, 103_000, 1_000] as const;

/**
 * Venues that jump between a few levels, alone and together, so that runs cover spikes and plateaus of every length.
 */
const steps = fc.array(
  fc.record({
    gapMs: fc.constantFrom(200, 200, 1_000, 3_000),
    repeats: fc.integer({ min: 1, max: 8 }),
    levels: fc.oneof(
      fc.constantFrom(...LEVELS).map((level) => [level, level, level]),
      fc.tuple(fc.constantFrom(...LEVELS), fc.constantFrom(...LEVELS), fc.constantFrom(...LEVELS)),
    ),
  }),
  { maxLength: 20 },
);

type Seen = { readonly atMs: number; readonly prices: readonly number[]; readonly index: number | undefined };

function run(script: readonly { gapMs: number; repeats: number; levels: readonly number[] }[]): Seen[] {
  let nowMs = START;
  let last: SourceQuote | undefined;
  let pending: PendingJump | undefined;
  let recent: RecentPrices = [];
  return script.flatMap(({ gapMs, repeats, levels }) =>
    Array.from({ length: repeats }, () => {
      nowMs += gapMs;
      const quotes = levels.map((level, index) => quoteOf(index + 1, level, nowMs));
      const verdict = computeIndexPrice({
        quotes,
        last,
        recent,
        pending,
        nowMs,
        rules: INDEX_RULES,
        priceTick: 1n as Price,
      });
      pending = 'pending' in verdict ? verdict.pending : undefined;
      if (verdict.kind === 'price') {
        last = quoteOf(0, Number(verdict.price), nowMs);
        recent = verdict.recent;
      }
      return { atMs: nowMs, prices: levels, index: verdict.kind === 'price' ? Number(verdict.price) : undefined };
    }),
  );
}

const quoteOf = (source: number, level: number, atMs: number): SourceQuote => ({
  market: 1,
  source,
  price: BigInt(level) as Price,
  volume: 0n as Amount,
  atMs,
});

const middleOf = (prices: readonly number[]) => prices.toSorted((a, b) => a - b)[1] ?? 0;
const isFar = (price: number, from: number, share = 0.05) => Math.abs(price - from) > from * share;

it('a jump in the index was the majority’s price for five seconds, with no venue left at the old price', () => {
  let jumps = 0;
  fc.assert(
    fc.property(steps, (script) => {
      const seen = run(script);
      let last: number | undefined;
      seen.forEach(({ atMs, index }, place) => {
        if (index !== undefined && last !== undefined && isFar(index, last)) {
          jumps += 1;
          const from = last;
          const before = seen.slice(0, place + 1);
          const until = before.findLastIndex((one) => one.atMs <= atMs - INDEX_RULES.jumpConfirmMs);
          expect(until).toBeGreaterThanOrEqual(0);
          const stayed = before.slice(until);
          const isAccepted = (quoted: number, middle: number) => !isFar(quoted, from) && isFar(quoted, middle, 0.02);
          expect(stayed.filter(({ prices }) => prices.some((quoted) => isAccepted(quoted, middleOf(prices))))).toEqual(
            [],
          );
          // The price stays near the start of the jump, so two observed prices may be up to twice that limit apart.
          const near = (prices: readonly number[]) => prices.filter((quoted) => !isFar(quoted, index, 0.106));
          expect(stayed.filter(({ prices }) => near(prices).length < 2)).toEqual([]);
        }
        last = index ?? last;
      });
    }),
    { numRuns: 1_000 },
  );
  expect(jumps).toBeGreaterThan(0); // Otherwise the law was never tested.
});

it('two index prices less than five seconds apart are near each other, whatever steps the venues took', () => {
  fc.assert(
    fc.property(steps, (script) => {
      const published = run(script).flatMap(({ atMs, index }) => (index === undefined ? [] : [{ atMs, index }]));
      for (const [place, { atMs, index }] of published.entries()) {
        const before = published.slice(0, place).filter((one) => atMs - one.atMs < INDEX_RULES.jumpConfirmMs);
        expect(before.filter((one) => isFar(index, one.index))).toEqual([]);
      }
    }),
    { numRuns: 1_000 },
  );
});

const SECONDS = (count: number) => count * 5;
const indexOf = (venues: (round: number) => readonly number[], rounds: number) =>
  run(Array.from({ length: rounds }, (_, round) => ({ gapMs: 200, repeats: 1, levels: venues(round) }))).map(
    ({ index }) => index,
  );

it.each([1.049, 1.02, 1.01, 1.001, 0.951, 0.98, 0.99, 0.999])(
  'given one steady venue, when two others drift together by a factor of %d a tick, then they are not followed',
  (factor) => {
    const walk = (round: number) => Math.round(10_000 * factor ** Math.min(round, 200 / Math.abs(factor - 1) / 100));
    const published = indexOf((round) => [walk(round), walk(round), 10_000], SECONDS(120));
    expect(published[0]).toBe(10_000);
    expect(published.filter((index) => index !== undefined && isFar(index, 10_000, 0.08))).toEqual([]);
  },
);

it('given two venues that drift, return for a moment and drift again, then they are not followed either', () => {
  const walk = (round: number) => (round % 40 < 2 ? 10_190 : Math.min(10_190 + 60 * Math.floor(round / 4), 30_000));
  const published = indexOf((round) => [walk(round), walk(round), 10_000], SECONDS(120));
  expect(published.filter((index) => index !== undefined && isFar(index, 10_000, 0.08))).toEqual([]);
});

it.each([
  ['8 percent in 10 s', 1.08 ** (1 / 50), 50, 0],
  ['8 percent down in 10 s', 0.92 ** (1 / 50), 50, 0],
  ['8 percent in 1 s', 1.08 ** (1 / 5), 5, 5.2],
  ['40 percent down in 10 s', 0.6 ** (1 / 50), 50, 16],
])('given a genuine move of %s, when all venues follow it, each a little late, then the index reaches it', (...row) => {
  const [, factor, rounds, silentSeconds] = row;
  const at = (round: number) => Math.round(10_000 * factor ** Math.max(0, Math.min(rounds, round)));
  const published = indexOf((round) => [at(round - 5), at(round - 6), at(round - 7)], SECONDS(30));
  expect(published.at(-1)).toBe(at(rounds));
  expect(published.filter((index) => index === undefined).length).toBeLessThanOrEqual(SECONDS(silentSeconds));
});
