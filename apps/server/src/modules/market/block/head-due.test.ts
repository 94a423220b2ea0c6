import { NO_BLOCK } from '@app/verifier';
import { describe, expect, it } from 'vitest';
import { EMPTY_CHAIN, extend, isHeadDue, type SealedBlock } from './block.ts';

const AT = Date.parse('2026-03-01T12:00:00Z');

/** Returns the numbers of the blocks at these times that are heads, usually with a head a minute. */
function headsOf(times: readonly number[], everyMs?: number): number[] {
  let chain = EMPTY_CHAIN;
  const heads: number[] = [];
  for (const [index, atMs] of times.entries()) {
    const block = { number: index + 1, atMs, hash: NO_BLOCK, ticks: [] } as unknown as SealedBlock; // Only the fields used here.
    if (isHeadDue(chain, block, everyMs)) heads.push(block.number);
    chain = extend(chain, block);
  }
  return heads;
}

describe('a head is due', () => {
  it('with the first block of every minute, and with no other while time passes', () => {
    expect(headsOf(Array.from({ length: 900 }, (_, n) => AT + 200 * n))).toEqual([1, 301, 601]);
    expect(headsOf(Array.from({ length: 180 }, (_, n) => AT + 1_000 * n))).toEqual([1, 61, 121]);
    expect(headsOf([AT + 59_999, AT + 60_000, AT + 60_001, AT + 360_000])).toEqual([1, 2, 4]);
  });

  it('given a shorter period, as in test stacks, then with the first block of every period', () => {
    expect(
      headsOf(
        Array.from({ length: 36 }, (_, n) => AT + 500 * n),
        5_000,
      ),
    ).toEqual([1, 11, 21, 31]);
    expect(headsOf([AT + 4_999, AT + 5_000, AT + 5_001, AT + 60_000], 5_000)).toEqual([1, 2, 4]);
  });

  it('given a clock that does not advance, or too many blocks in a minute, then after 300 of them', () => {
    expect(headsOf(Array.from({ length: 1_000 }, () => AT))).toEqual([1, 301, 601, 901]);
    expect(headsOf(Array.from({ length: 1_300 }, (_, n) => AT + 50 * n))).toEqual([1, 301, 601, 901, 1_201]);
  });
});
