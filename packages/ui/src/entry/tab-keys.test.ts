import { describe, expect, it } from 'vitest';
import { tabAfter } from './tab-keys.ts';

describe('a key on a tab', () => {
  it.each([
    ['ArrowRight', 0, 1],
    ['ArrowRight', 3, 0],
    ['ArrowLeft', 0, 3],
    ['ArrowLeft', 2, 1],
    ['Home', 2, 0],
    ['End', 1, 3],
    ['Enter', 1, undefined],
    ['Tab', 1, undefined],
  ] as const)('%s on tab %i of four moves to %s', (key, from, to) => {
    expect(tabAfter(key, from, 4)).toBe(to);
  });
});
