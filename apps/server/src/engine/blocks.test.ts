import { describe, expect, it } from 'vitest';
import { createBlockQueue } from './blocks.ts';
import type { Ticks } from './product.ts';

/** Creates a block with one tick of a market, whose number is the block's. */
const aBlock = (block: number, market = 1): Ticks =>
  ({ block, atMs: block, ticks: [{ market, seq: block }], inventories: [] }) as unknown as Ticks; // Only these are read.

const numbers = (blocks: readonly Ticks[]) => blocks.map(({ block }) => block);
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A queue on a table that contains the blocks up to a number. */
function open(sealed: { last: number }, pageSize = 100) {
  let reads = 0;
  const queue = createBlockQueue({
    wake: () => {},
    readAfter: (number) => {
      reads += 1;
      const count = Math.min(sealed.last - number, pageSize);
      return Promise.resolve(Array.from({ length: count }, (_, index) => aBlock(number + 1 + index)));
    },
  });
  return { queue, reads: () => reads };
}

describe('blocks for a state that depends on every tick', () => {
  it('given a cursor in the past, when it begins, then everything since is read, and it is behind until then', async () => {
    const { queue } = open({ last: 7 }, 3);
    queue.begin(2);
    const taken: number[] = [];
    for (let round = 0; round < 6; round++) {
      expect(queue.isBehind).toBe(true);
      taken.push(...numbers(queue.take(true)));
      await settle();
      if (!queue.isBehind) break;
    }
    expect(taken).toEqual([3, 4, 5, 6, 7]);
    expect([queue.last, queue.isBehind]).toEqual([7, false]);
  });

  it('given blocks that arrive without a gap, when they are taken, then the table is not read', () => {
    const { queue, reads } = open({ last: 2 });
    queue.add([aBlock(3)]);
    queue.begin(2);
    queue.add([aBlock(4), aBlock(4), aBlock(3)]);
    expect(numbers(queue.take(true))).toEqual([3, 4]);
    expect(numbers(queue.take(true))).toEqual([]);
    expect([queue.isBehind, reads()]).toEqual([false, 0]);
  });

  it('given a block was missed, when the next arrives, then the missed one is read first, and it is behind meanwhile', async () => {
    const sealed = { last: 3 };
    const { queue } = open(sealed);
    queue.begin(3);
    queue.take(true);
    await settle();
    expect(queue.isBehind).toBe(false);
    sealed.last = 5;
    queue.add([aBlock(5)]);
    expect(numbers(queue.take(true))).toEqual([]);
    expect(queue.isBehind).toBe(true);
    await settle();
    expect(numbers(queue.take(true))).toEqual([4, 5]);
    queue.add([aBlock(6)]);
    expect(numbers(queue.take(true))).toEqual([6]);
    expect(queue.isBehind).toBe(false);
  });

  it('given ticks that are no longer stored, when they are needed, then taking throws', async () => {
    const queue = createBlockQueue({ wake: () => {}, readAfter: () => Promise.resolve(undefined) });
    queue.begin(1);
    queue.take(true);
    await settle();
    expect(() => queue.take(true)).toThrow('the ticks of block 2 are not stored');
  });

  it('given the table cannot be read, when it can again, then the blocks are taken', async () => {
    let isAway = true;
    const errors: unknown[] = [];
    const queue = createBlockQueue({
      wake: () => {},
      onError: (error) => errors.push(error),
      readAfter: (number) =>
        isAway ? Promise.reject(new Error('away')) : Promise.resolve(number < 2 ? [aBlock(2)] : []),
    });
    queue.begin(1);
    queue.take(true);
    await settle();
    isAway = false;
    expect([queue.take(true), queue.isBehind, errors.length]).toEqual([[], true, 1]);
    await settle();
    expect(numbers(queue.take(true))).toEqual([2]);
  });

  it('given more blocks than one batch takes, when they arrived, then it is behind until the last', () => {
    let wakes = 0;
    const queue = createBlockQueue({ wake: () => (wakes += 1), readAfter: () => Promise.resolve([]) });
    queue.begin(0);
    queue.add(Array.from({ length: 150 }, (_, index) => aBlock(index + 1)));
    const before = wakes;
    expect([queue.take(true).length, queue.isBehind, wakes - before]).toEqual([100, true, 1]);
    expect([queue.take(true).length, queue.isBehind]).toEqual([50, false]);
  });

  it('given a reload while the table is read, when the old read ends, then it is ignored', async () => {
    const { queue } = open({ last: 4 });
    queue.begin(3);
    queue.take(true);
    queue.begin(1);
    await settle();
    expect(numbers(queue.take(true))).toEqual([]);
    await settle();
    expect(numbers(queue.take(true))).toEqual([2, 3, 4]);
  });
});

describe('blocks for a state that needs the newest prices only', () => {
  it('given a cursor in the past, when it begins, then it gets the last tick of each market and is not behind', () => {
    const { queue, reads } = open({ last: 9 });
    queue.add([aBlock(7, 1), aBlock(8, 2), aBlock(9, 1)]);
    queue.begin(2);
    expect(queue.take(false).map(({ block, ticks }) => [block, ticks[0]?.market])).toEqual([
      [8, 2],
      [9, 1],
    ]);
    expect([queue.last, queue.isBehind, reads()]).toEqual([9, false, 0]);
  });

  it('given a gap, when the next block arrives, then the gap is skipped', () => {
    const { queue, reads } = open({ last: 9 });
    queue.begin(2);
    expect(queue.take(false)).toEqual([]);
    queue.add([aBlock(3)]);
    expect(numbers(queue.take(false))).toEqual([3]);
    queue.add([aBlock(9)]);
    expect(numbers(queue.take(false))).toEqual([9]);
    expect([queue.last, reads()]).toEqual([9, 0]);
  });
});
