import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HEADS_MAX, keepMore, NOTHING_KEPT, type PublishedHead, readKeptHistory } from './kept-history.ts';

const hashOf = (number: number, letter = 'a') => number.toString(16).padStart(64, letter);
const headOf = (number: number, letter?: string): PublishedHead => ({
  number,
  hash: hashOf(number, letter),
  at: number,
});
const published = (heads: readonly PublishedHead[]) => ({ heads, keys: [] });

describe('the history on this device', () => {
  it('given another hash for a stored head, when it is added, then the first one stays', () => {
    const first = keepMore(NOTHING_KEPT, published([headOf(5)]), 1);
    const next = keepMore(first, published([headOf(5, 'b'), headOf(6)]), 2);
    expect(next.heads).toEqual([
      { ...headOf(5), keptAt: 1 },
      { ...headOf(6), keptAt: 2 },
    ]);
  });

  it('given another key with the same id, when it is added, then the first one stays', () => {
    const key = { id: 'k', public_key: hashOf(1), from_block: 1 };
    const first = keepMore(NOTHING_KEPT, { heads: [], keys: [key] }, 1);
    expect(keepMore(first, { heads: [], keys: [{ ...key, public_key: hashOf(2) }] }, 2).keys).toEqual([key]);
  });

  it('law: it is bounded, ordered, made of received heads only, and keeps its first and its newest', () => {
    const pages = fc.array(fc.uniqueArray(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 100 }), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(pages, (all) => {
        const { heads } = all.reduce(
          (kept, page) => keepMore(kept, published(page.map((it) => headOf(it))), 1),
          NOTHING_KEPT,
        );
        const numbers = heads.map(({ number }) => number);
        const given = new Set(all.flat());
        expect(numbers.length).toBe(Math.min(HEADS_MAX, numbers.length));
        expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
        expect(numbers.every((it) => given.has(it))).toBe(true);
        if (given.size > 0) expect([numbers[0], numbers.at(-1)]).toEqual([Math.min(...given), Math.max(...given)]);
      }),
    );
  });

  it('given ten days of minutes, then the last hour stays dense and no two days in a row are empty', () => {
    const minutes = 14_400;
    let kept = NOTHING_KEPT;
    for (let from = 1; from <= minutes; from += 100)
      kept = keepMore(kept, published(Array.from({ length: 100 }, (_, index) => headOf(from + index))), from);
    const numbers = kept.heads.map(({ number }) => number);
    expect(numbers).toHaveLength(HEADS_MAX);
    expect(numbers.filter((it) => it > minutes - 60).length).toBeGreaterThan(30);
    for (let day = 0; day < 10; day += 2)
      expect(numbers.some((it) => it > day * 1_440 && it <= (day + 2) * 1_440)).toBe(true);
  });

  it('given a stored history, when it is read, then it is the same; given anything else, then it is empty', () => {
    const kept = keepMore(
      NOTHING_KEPT,
      { heads: [headOf(5)], keys: [{ id: 'k', public_key: hashOf(1), from_block: 1 }] },
      7,
    );
    expect(readKeptHistory(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
    const cut = { ...kept, heads: [{ ...headOf(5), hash: 'ab', keptAt: 7 }] };
    for (const wrong of [undefined, null, 3, [], {}, { heads: [] }, cut, { ...kept, keys: [{}] }])
      expect(readKeptHistory(wrong)).toEqual(NOTHING_KEPT);
  });
});
