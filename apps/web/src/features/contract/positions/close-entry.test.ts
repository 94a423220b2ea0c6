import { LOT_STEP, type Position, splitPosition } from '@app/domain/contract';
import { type Amount, type Price, parseDecimal, type Rate, ZERO } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWholeOnly, lotsOfPercent } from './close-entry.ts';

const lots = (text: string) => parseDecimal<Amount>(text);

describe('the lots of a share', () => {
  it('given a plain position, then they are the share on its step', () => {
    expect(lotsOfPercent(lots('100'), 40, LOT_STEP)).toBe(lots('40'));
    expect(lotsOfPercent(lots('0.99'), 50, LOT_STEP)).toBe(lots('0.49'));
    expect(lotsOfPercent(lots('100'), 0, LOT_STEP)).toBeUndefined();
  });

  it('given a small share, then it is at least one step; given nearly all, then what stays may stay', () => {
    expect(lotsOfPercent(lots('0.05'), 1, LOT_STEP)).toBe(LOT_STEP);
    expect(lotsOfPercent(lots('3'), 99, lots('2'))).toBe(lots('1'));
  });

  it('given a position that is too small to be parted, then only all of it', () => {
    expect(isWholeOnly(LOT_STEP, LOT_STEP)).toBe(true);
    expect(lotsOfPercent(LOT_STEP, 25, LOT_STEP)).toBe(LOT_STEP);
    expect(isWholeOnly(lots('0.02'), LOT_STEP)).toBe(false);
  });

  it('are always lots that the engine closes', () => {
    const steps = fc.bigInt({ min: 1n, max: 100_000n }).map((count) => (count * LOT_STEP) as Amount);
    fc.assert(
      fc.property(steps, steps, fc.integer({ min: 1, max: 100 }), (held, lotsMin, percent) => {
        const chosen = lotsOfPercent(held, percent, lotsMin);
        const allowed = splitPosition({ ...POSITION, lots: held }, chosen ?? ZERO, {
          lotsMin,
          quote: { bid: POSITION.entry, ask: POSITION.entry },
          overnightIndex: POSITION.overnightSince,
        });
        expect(allowed.ok).toBe(true);
      }),
    );
  });
});

const POSITION: Position = {
  side: 'long',
  market: { priceTick: parseDecimal<Price>('0.1'), multiplier: lots('0.001') },
  lots: lots('100'),
  entry: parseDecimal<Price>('60000'),
  leverage: 10,
  margin: lots('1000'),
  openFee: lots('1'),
  overnightSince: parseDecimal<Price>('0'),
  overnightCharged: lots('0'),
  terms: {
    openFeeRate: parseDecimal<Rate>('0.0004'),
    closeFeeRate: parseDecimal<Rate>('0.0004'),
    liquidationFeeRate: parseDecimal<Rate>('0.002'),
    tiers: [{ above: lots('0'), rate: parseDecimal<Rate>('0.005') }],
  },
};
