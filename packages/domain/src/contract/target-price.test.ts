import { type Amount, add, type Price, parseDecimal, type Rate, subtract } from '@app/money';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { positions } from '../../test/contract-arbitraries.ts';
import { closePosition, type Position, priceForResult, quoteStepOf } from './index.ts';

const RUNS = inject('isLong') ? 20_000 : 1_000;

/** Returns what closing at a price leaves after opening and closing fee, without nights. */
const netAt = (position: Position, price: Price): Amount => {
  const { returned } = closePosition(position, { bid: price, ask: price }, position.overnightSince);
  return subtract(subtract(returned, position.margin), position.openFee);
};

describe('the price for a wanted result', () => {
  it('is the first of the grid that leaves at least that', () => {
    // Above the maximum loss, which every price beyond it leaves too.
    const wishes = fc.bigInt({ min: -999n, max: 5_000n });
    fc.assert(
      fc.property(positions, wishes, ({ position: drawn }, thousandths) => {
        const position = { ...drawn, overnightCharged: 0n as Amount };
        const wanted = ((add(position.margin, position.openFee) * thousandths) / 1_000n) as Amount;
        const price = priceForResult(position, wanted);
        if (price === undefined) return; // A short cannot gain more than its cost.
        expect(netAt(position, price)).toBeGreaterThanOrEqual(wanted);
        const step = quoteStepOf(position.market);
        const worse = (position.side === 'long' ? price - step : price + step) as Price;
        if (worse > 0n) expect(netAt(position, worse)).toBeLessThan(wanted);
      }),
      { numRuns: RUNS },
    );
  });

  const amount = (text: string) => parseDecimal<Amount>(text);
  const price = (text: string) => parseDecimal<Price>(text);
  const position = (side: 'long' | 'short'): Position => ({
    side,
    market: { priceTick: price('0.1'), multiplier: amount('0.001') },
    lots: amount('100'),
    entry: price('60000'),
    leverage: 10,
    margin: amount('600'),
    openFee: amount('3'),
    overnightSince: price('0'),
    overnightCharged: amount('0'),
    terms: {
      openFeeRate: parseDecimal<Rate>('0.0005'),
      closeFeeRate: parseDecimal<Rate>('0'),
      liquidationFeeRate: parseDecimal<Rate>('0.005'),
      tiers: [{ above: amount('0'), rate: parseDecimal<Rate>('0.004') }],
    },
  });

  it('given 0.1 BTC at 60,000 that cost 3 to open, then 97 more is 1,000 higher for a long and lower for a short', () => {
    expect(priceForResult(position('long'), amount('97'))).toBe(price('61000'));
    expect(priceForResult(position('short'), amount('97'))).toBe(price('59000'));
  });

  it('given more than a position can lose, or more than a short can gain, then there is none', () => {
    expect(priceForResult(position('long'), amount('-603.01'))).toBeUndefined();
    expect(priceForResult(position('short'), amount('6000'))).toBeUndefined();
  });
});
