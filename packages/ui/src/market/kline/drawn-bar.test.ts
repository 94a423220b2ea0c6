import { type Decimal, groupDigits, type Price, parseDecimal, showPrice } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compactText, cutText, drawnBar, drawnNumber, volumeText } from './drawn-bar.ts';

const price = (text: string) => parseDecimal<Price>(text);

describe('a bar as it is drawn', () => {
  it('has its numbers and its start time', () => {
    const bar = {
      time: 60_000,
      open: price('67842.1'),
      high: price('67900'),
      low: price('0.00000851'),
      close: price('1'),
      volume: price('412.6'),
    };
    expect(drawnBar(bar)).toEqual({
      timestamp: 60_000,
      open: 67842.1,
      high: 67900,
      low: 0.00000851,
      close: 1,
      volume: 412.6,
    });
  });
});

describe('a number at the axis', () => {
  it.each([
    [67842.19, 1, '67842.1'],
    [67842.2, 1, '67842.2'],
    [0.3, 1, '0.3'],
    [1.999999, 2, '1.99'],
    [12.9, 0, '12'],
    [-0.004, 2, '0.00'],
    [-1.239, 2, '-1.23'],
    [0.00000851, 8, '0.00000851'],
  ])('%s with %s places is %s', (value, places, text) => {
    expect(cutText(value, places)).toBe(text);
  });

  it('has the digits of the price beside the chart', () => {
    const anyPrice = fc.bigInt({ min: 10n ** 18n, max: 10n ** 24n }).map((units) => units as Decimal);
    const places = fc.integer({ min: 0, max: 4 });
    fc.assert(
      fc.property(anyPrice, places, (value, precision) => {
        // A price has no more decimals than its market; float precision is not tested here.
        const unit = 10n ** 14n;
        const traded = (value - (value % unit)) as Decimal;
        expect(groupDigits(cutText(drawnNumber(traded), precision))).toBe(showPrice(traded, precision));
      }),
    );
  });
});

describe('a volume', () => {
  it.each([
    ['412.6', 1, '412.6'],
    ['1000', 2, '1,000.00'],
    ['18400', 1, '18.40K'],
    ['1241830000', 1, '1.24B'],
  ])('given %s with %s places, then it reads %s', (volume, places, text) => {
    expect(volumeText(price(volume), places)).toBe(text);
  });

  it('at the axis is short, and empty if there is no number', () => {
    expect(compactText('18400.5')).toBe('18.40K');
    expect(compactText(12)).toBe('12.00');
    expect(compactText('none')).toBe('');
    expect(compactText(1e30)).toBe('');
  });
});
