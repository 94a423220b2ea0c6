import { type Amount, type Price, parseDecimal, type Rate } from '@app/money';
import { describe, expect, it } from 'vitest';
import { faultOf, type WhatIfInput, type WhatIfRules, whatIf } from './what-if.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const price = (text: string) => parseDecimal<Price>(text);
const rate = (text: string) => parseDecimal<Rate>(text);

const RULES: WhatIfRules = {
  market: { priceTick: price('0.1'), multiplier: amount('0.001') },
  terms: {
    openFeeRate: rate('0.0005'),
    closeFeeRate: rate('0.0005'),
    liquidationFeeRate: rate('0.005'),
    tiers: [{ above: amount('0'), rate: rate('0.004') }],
  },
  spreadRate: rate('0.0001'),
  lotsMin: amount('0.01'),
  leverageMax: 100,
};

const INPUT: WhatIfInput = {
  side: 'long',
  leverage: '10',
  size: '0.1',
  entry: '60000',
  goal: 'exit',
  exit: '',
  result: '',
};

describe('the what-if calculator', () => {
  it('given 0.1 BTC at 60,000 with 10×, then margin, fee, liquidation and the most that can be lost are those of the engine', () =>
    expect(whatIf(INPUT, RULES)).toEqual({
      lots: amount('100'),
      margin: amount('600'),
      openFee: amount('3'),
      maximumLoss: amount('603'),
      liquidation: price('54244'),
      outcome: undefined,
    }));

  it('given an exit 1,000 higher, then a long gains 100 less both fees, and a short loses it', () => {
    const long = whatIf({ ...INPUT, exit: '61000' }, RULES)?.outcome;
    expect(long).toEqual({
      exit: price('61000'),
      result: amount('100'),
      returnOnMargin: rate('0.166666666666666666'),
      closeFee: amount('3.05'),
      net: amount('93.95'),
      isLiquidated: false,
    });
    expect(whatIf({ ...INPUT, side: 'short', exit: '61000' }, RULES)?.outcome?.net).toBe(amount('-106.05'));
  });

  it.each([
    ['long', '50000'],
    ['short', '70000'],
  ] as const)(
    'given a %s and an exit beyond its liquidation, then it ends there and loses no more than the most',
    (side, exit) => {
      const computed = whatIf({ ...INPUT, side, exit }, RULES);
      expect(computed?.outcome?.isLiquidated).toBe(true);
      expect(computed?.outcome?.net).toBeLessThan(amount('-500'));
      expect(computed?.outcome?.net).toBeGreaterThanOrEqual(-(computed?.maximumLoss ?? 0n));
    },
  );

  it.each(['long', 'short'] as const)(
    'given a wanted result of a %s, then closing at the target price leaves it',
    (side) => {
      const wanted = whatIf({ ...INPUT, side, goal: 'result', result: '250' }, RULES)?.outcome;
      expect(wanted?.net).toBeGreaterThanOrEqual(amount('250'));
      expect(wanted?.net).toBeLessThan(amount('250.01'));
    },
  );

  it('given a size between two steps of lots, then the lower one counts', () =>
    expect(whatIf({ ...INPUT, size: '0.100019' }, RULES)?.lots).toBe(amount('100.01')));

  it('given fields that are not typed yet, then there is no fault and no figure', () => {
    expect(faultOf({ ...INPUT, size: '', entry: '' }, RULES)).toBeUndefined();
    expect(whatIf({ ...INPUT, size: '' }, RULES)).toBeUndefined();
  });

  it.each([
    ['leverage', { leverage: '101' }],
    ['leverage', { leverage: '0' }],
    ['size', { size: '0.000001' }],
    ['entry', { entry: '0' }],
    ['exit', { exit: '0.00001' }],
    ['result', { side: 'short', goal: 'result', result: '6000' }],
  ] as const)('given what the rules refuse, then the fault is at the field %s', (field, changed) => {
    expect(faultOf({ ...INPUT, ...changed }, RULES)).toBe(field);
  });
});
