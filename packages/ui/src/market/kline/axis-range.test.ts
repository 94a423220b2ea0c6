import { expect, it } from 'vitest';
import { stretchRange } from './axis-range.ts';

it.each([
  ['no level', [], [100, 200]],
  ['a level among the candles', [150], [100, 200]],
  ['levels near them', [60, 230], [60, 230]],
  ['levels far away', [10, 900], [100, 200]],
  ['one near and one far away', [10, 260], [100, 260]],
])('given %s, then the axis shows the candles and what is near', (_what, levels, expected) => {
  expect(stretchRange(100, 200, levels)).toEqual(expected);
});
