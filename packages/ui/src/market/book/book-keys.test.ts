import { describe, expect, it } from 'vitest';
import { rowAfter } from './book-keys.ts';

const COUNTS = { bid: 3, ask: 2 };

describe('arrow keys in an order book', () => {
  it.each([
    ['ArrowUp', undefined, 'ask', 0],
    ['ArrowDown', undefined, 'bid', 0],
    ['ArrowUp', { side: 'ask', index: 0 }, 'ask', 1],
    ['ArrowUp', { side: 'ask', index: 1 }, 'ask', 1],
    ['ArrowDown', { side: 'ask', index: 0 }, 'bid', 0],
    ['ArrowUp', { side: 'bid', index: 0 }, 'ask', 0],
    ['ArrowDown', { side: 'bid', index: 1 }, 'bid', 2],
    ['ArrowDown', { side: 'bid', index: 2 }, 'bid', 2],
  ] as const)('given %s on %o, then the next row is %s %i', (key, from, side, index) => {
    expect(rowAfter(key, from, COUNTS)).toEqual({ side, index });
  });

  it('given a side without levels, then keys stay on the other one', () => {
    expect(rowAfter('ArrowUp', undefined, { bid: 3, ask: 0 })).toEqual({ side: 'bid', index: 0 });
    expect(rowAfter('ArrowUp', undefined, { bid: 0, ask: 0 })).toBeUndefined();
  });

  it('given another key, then no row is selected', () => {
    expect(rowAfter('Enter', { side: 'ask', index: 0 }, COUNTS)).toBeUndefined();
  });
});
