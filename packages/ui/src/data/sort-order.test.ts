import { describe, expect, it } from 'vitest';
import { nextSort } from './sort-order.ts';

describe('the sort buttons of a list', () => {
  it('given three presses on one column, then descending, ascending, and the list’s own order', () => {
    const first = nextSort(undefined, 'price');
    const second = nextSort(first, 'price');
    expect([first, second, nextSort(second, 'price')]).toEqual([
      { key: 'price', order: 'down' },
      { key: 'price', order: 'up' },
      undefined,
    ]);
  });

  it('given a press on another column, then that one starts descending', () => {
    expect(nextSort<'price' | 'name'>({ key: 'price', order: 'up' }, 'name')).toEqual({ key: 'name', order: 'down' });
  });
});
