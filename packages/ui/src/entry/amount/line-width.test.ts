import { describe, expect, it } from 'vitest';
import { lineWidth } from './line-width.ts';

/** Width of the form beside the order book, on phones of 360 and 390 px. */
const NARROW = 178;
const USUAL = 196;

describe('the width of an amount line', () => {
  it.each([
    ['Amount', '0.01500', 'BTC', USUAL],
    ['Total', '1,017.30', 'USDT', USUAL],
    ['数量', '0.01500', 'BTC', NARROW],
  ])('given %s %s %s, then they fit side by side', (label, value, unit, width) => {
    expect(lineWidth({ label, value, unit, hasIcon: false })).toBeLessThanOrEqual(width);
  });

  it.each([
    ['Amount', '50,000.00', 'USDT', true],
    ['Total', '100,000.00', 'USDT', false],
    ['จำนวนเหรียญ', '0.65010', 'BTC', false],
  ])('given %s %s %s, then the label moves above', (label, value, unit, hasIcon) => {
    expect(lineWidth({ label, value, unit, hasIcon })).toBeGreaterThan(NARROW);
  });
});
