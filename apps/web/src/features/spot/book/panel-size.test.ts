import { describe, expect, it } from 'vitest';
import { rowsFitting } from './panel-size.ts';

const LIMITS = { least: 3, most: 20 };

describe('the rows of an order book', () => {
  it.each([
    ['half open', 168, 7],
    ['closed', 0, 3],
    ['as tall as a page', 2_000, 20],
    ['a pixel short of another row', 20 + 8 * 21 - 1, 7],
  ])(
    'given a space that is %s, when it is filled, then rows are whole and neither too few nor too many',
    (_container, containerPx, rows) => expect(rowsFitting(containerPx, LIMITS)).toBe(rows),
  );
});
