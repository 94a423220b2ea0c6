import { type Price, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import { figureScale, placeOf, priceAt, spreadLabels } from './figure-scale.ts';

const price = (text: string) => parseDecimal<Price>(text);
const PRICES = {
  entry: price('66930'),
  now: price('67842.1'),
  profit: price('69500'),
  loss: price('66000'),
  liquidation: price('60564.1'),
  curve: [price('66500'), price('67900')],
};

describe('the scale of a position’s figure', () => {
  it('given liquidation is far, then it is left out and everything else fits with space to drag', () => {
    const scale = figureScale(PRICES);
    expect(scale).toEqual({ low: price('65300'), high: price('70200'), isLiquidationIn: false });
  });

  it('given liquidation is near, then it is in', () => {
    const scale = figureScale({ ...PRICES, liquidation: price('64000') });
    expect(scale.isLiquidationIn).toBe(true);
    expect(scale.low).toBeLessThan(price('64000'));
  });

  it('given all prices are equal, then it has a range all the same', () => {
    const flat = {
      ...PRICES,
      now: PRICES.entry,
      profit: undefined,
      loss: undefined,
      liquidation: undefined,
      curve: [],
    };
    const { low, high } = figureScale(flat);
    expect(high).toBeGreaterThan(low);
  });

  it('finds the place of a price and the price of a place', () => {
    const scale = figureScale(PRICES);
    expect(placeOf(price('70200'), scale)).toBe(0);
    expect(placeOf(price('65300'), scale)).toBe(1);
    expect(placeOf(price('60000'), scale)).toBe(1);
    expect(priceAt(placeOf(price('69500'), scale), scale)).toBe(price('69500.28'));
    expect(priceAt(-1, scale)).toBe(scale.high);
    expect(priceAt(2, scale)).toBe(scale.low);
  });
});

describe('labels of a figure', () => {
  it('given some cover another, then they are moved apart in order and stay inside', () => {
    expect(spreadLabels([10, 12, 90], 16, 100)).toEqual([10, 26, 90]);
    expect(spreadLabels([95, 99, 100], 16, 100)).toEqual([68, 84, 100]);
    expect(spreadLabels([50, 20], 16, 100)).toEqual([50, 20]);
  });
});
