import {
  type Amount,
  add,
  formatDecimal,
  max,
  multiply,
  ONE,
  type Price,
  parseDecimal,
  type Rate,
  ZERO,
} from '@app/money';
import { fromUnits, slowStep, toUnits } from '@app/testkit/exact';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { positions, rules } from '../../test/contract-arbitraries.ts';
import { slowOf } from '../../test/contract-histories.ts';
import {
  type ContractNow,
  contractSettings,
  equityAt,
  isLiquidated,
  liquidatePart,
  liquidatePosition,
  liquidationPrice,
  liquidationStep,
  maintenanceMargin,
  notionalAt,
  type Position,
  quoteAround,
} from './index.ts';

const RUNS = inject('isLong') ? 40_000 : 1_500;
const amount = (text: string) => parseDecimal<Amount>(text);
const price = (text: string) => parseDecimal<Price>(text);
const NO_NIGHTS = price('0');
const MARKET = { priceTick: price('0.1'), multiplier: amount('0.001') };
const RULES = {
  liquidationBufferRate: contractSettings.liquidationBufferRate.initial,
  liquidationWholeBelow: contractSettings.liquidationWholeBelow.initial,
};

/** A long or short of a notional at 50,000, with an equity as a share of it. */
function positionWith(notional: string, equity: string, side: Position['side'] = 'long'): Position {
  return {
    side,
    market: MARKET,
    lots: (amount(notional) / 50n) as Amount,
    entry: price('50000'),
    leverage: 10,
    margin: multiply(amount(notional), parseDecimal<Rate>(equity), 'down'),
    openFee: ZERO,
    overnightSince: NO_NIGHTS,
    overnightCharged: ZERO,
    terms: contractSettings.terms.initial,
  };
}
const NOW = { index: price('50000'), overnightIndex: NO_NIGHTS };
const QUOTE = quoteAround(NOW.index, MARKET, parseDecimal<Rate>('0.0001'));
const restOf = (position: Position) => {
  const { rest } = liquidationStep(position, NOW, QUOTE, RULES);
  return rest === undefined ? 'none' : formatDecimal(notionalAt(rest, NOW.index));
};

describe('a liquidation at 50,000', () => {
  // Maintenance of 500,000: 4,500; with closing fee and buffer 1.14 percent. Of 2,000,000: 42,000 and 2.34 percent.
  it.each([
    ['400000', '0.008', 'none'], // The second tier closes whole.
    ['500000', '0.009', 'none'],
    ['500000.5', '0.0094', '100000'], // Barely in the third tier, with less than the second asks for.
    ['1000000', '0.0174', '500000'],
    ['1000000', '0.0114', '500000'],
    ['1000000', '0.011399', '100000'],
    ['3000000', '0.0234', '2000000'],
    ['3000000', '0.0233', '500000'],
    ['3000000', '0.0114', '500000'],
    ['3000000', '0.0074', '100000'], // The first tier asks for 500 + 40 + 200.
    ['3000000', '0.0073', 'none'],
  ])('of %s with an equity of %s leaves %s', (notional, equity, rest) => {
    const sides = ['long', 'short'] as const;
    expect(sides.map((side) => restOf(positionWith(notional, equity, side)))).toEqual([rest, rest]);
  });

  it('given a rest below the least one, then it closes whole', () => {
    const strict = { ...RULES, liquidationWholeBelow: amount('500000.01') };
    expect(liquidationStep(positionWith('1000000', '0.0174'), NOW, QUOTE, strict).rest).toBeUndefined();
  });
});

/** Tiers that begin at shares of a notional and rise steeply, so that a part is often enough. */
function steepTiers(notional: Amount, rates: readonly bigint[]) {
  const whole = notional / ONE;
  const begins = [0n, whole / 9n, whole / 3n, (whole * 4n) / 5n];
  return begins.map((above, at) => ({
    above: (above * ONE) as Amount,
    rate: (rates.slice(0, at + 1).reduce((all, rise) => all + rise, 0n) * 10n ** 14n) as Rate,
  }));
}

const cases = fc
  .record({
    it: positions,
    own: rules,
    /** Equity in thousandths of what liquidates it. */
    share: fc.integer({ min: 0, max: 1_000 }),
    rates: fc.array(fc.bigInt({ min: 1n, max: 400n }), { minLength: 4, maxLength: 4 }),
    isSteep: fc.boolean(),
    /** Units that the fees leave of the whole; or any number of them. */
    left: fc.option(fc.bigInt({ min: -3n, max: 3n })),
  })
  .map(({ it: { position, now }, own, share, rates, isSteep, left }) => {
    const quote = quoteAround(now.index, position.market, own.spreadRate);
    const notional = notionalAt(position, now.index);
    const tiers = isSteep && notional > 20n * ONE ? steepTiers(notional, rates) : position.terms.tiers;
    const terms = { ...position.terms, tiers };
    const needed = add(maintenanceMargin(tiers, notional), multiply(notional, terms.closeFeeRate, 'down'));
    const wanted = (needed * BigInt(share)) / 1_000n;
    const margin = max((position.margin + wanted - equityAt(position, now)) as Amount, 1n as Amount);
    const whole = { ...position, terms, margin };
    const { returned } = liquidatePart(whole, quote, now.overnightIndex);
    const leaving = left === null ? margin : max((margin - returned + left) as Amount, ZERO);
    return { position: { ...whole, margin: leaving }, now, quote, own };
  });

function liquidated(
  check: (it: { position: Position; now: ContractNow; quote: { bid: Price; ask: Price }; own: typeof RULES }) => void,
) {
  fc.assert(
    fc.property(cases, (it) => {
      fc.pre(isLiquidated(it.position, it.now));
      check(it);
    }),
    { numRuns: RUNS },
  );
}

describe('a step of a liquidation', () => {
  it('is the one that a search finds', () => {
    let partial = 0;
    liquidated(({ position, now, quote, own }) => {
      const { part, rest } = liquidationStep(position, now, quote, own);
      const slow = slowStep(
        slowOf(position),
        { index: fromUnits(now.index), nights: [fromUnits(now.overnightIndex)] },
        {
          price: fromUnits(position.side === 'long' ? quote.bid : quote.ask),
          buffer: fromUnits(own.liquidationBufferRate),
          wholeBelow: fromUnits(own.liquidationWholeBelow),
        },
      );
      const facts = (it: Position | undefined) => it && [it.lots, it.margin, it.openFee, it.overnightCharged];
      const slowFacts = (it: (typeof slow)[1]) => it && [it.lots, it.margin, it.openFee, it.nightsPaid].map(toUnits);
      expect([facts(part), facts(rest)]).toEqual(slow.map(slowFacts));
      if (rest !== undefined) partial += 1;
    });
    expect(partial).toBeGreaterThan(RUNS / 20);
  });

  it('divides lots, margin, fees and nights without rest, and leaves one that this price does not liquidate', () => {
    liquidated(({ position, now, quote, own }) => {
      const { part, rest } = liquidationStep(position, now, quote, own);
      for (const figure of ['lots', 'margin', 'openFee', 'overnightCharged'] as const)
        expect(part[figure] + (rest?.[figure] ?? 0n)).toBe(position[figure]);
      expect(part.lots > 0n).toBe(true);
      if (rest === undefined) return;
      expect(rest.lots > 0n && rest.margin >= 0n).toBe(true);
      expect(isLiquidated(rest, now)).toBe(false);
      const notional = notionalAt(rest, now.index);
      expect(notional >= own.liquidationWholeBelow).toBe(true);
      const next = liquidationPrice(rest, now.overnightIndex);
      if (next !== undefined) expect(position.side === 'long' ? next < now.index : next > now.index).toBe(true);
    });
  });

  it('given a position of the first two tiers, then it closes whole', () => {
    liquidated(({ position, now, quote, own }) => {
      const tiers = position.terms.tiers.filter(({ above }) => notionalAt(position, now.index) > above);
      fc.pre(tiers.length <= 2);
      expect(liquidationStep(position, now, quote, own)).toEqual({ part: position, rest: undefined });
    });
  });

  it('returns no more than liquidating the whole would, if the rest is liquidated at the same price', () => {
    liquidated(({ position, now, quote, own }) => {
      const { part, rest } = liquidationStep(position, now, quote, own);
      const returned = (it: Position) => liquidatePart(it, quote, now.overnightIndex).returned;
      const together = add(returned(part), rest === undefined ? ZERO : returned(rest));
      const atOnce = liquidatePosition(position, now, quote).returned;
      expect(together <= atOnce).toBe(true);
      expect(atOnce - together <= 12n).toBe(true);
    });
  });

  it('given a better price, then it is a defect', () => {
    expect(() => restOf(positionWith('1000000', '0.0175'))).toThrow('liquidation price');
  });
});
