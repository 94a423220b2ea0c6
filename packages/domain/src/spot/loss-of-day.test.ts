import { type Amount, formatDecimal, multiply, negate, type Price, parseDecimal, sum } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lossOfDay } from './index.ts';

const trade = (signedQuantity: string, signedCost: string, fee: string, indexPrice?: string) => ({
  signedQuantity: parseDecimal<Amount>(signedQuantity),
  signedCost: parseDecimal<Amount>(signedCost),
  fee: parseDecimal<Amount>(fee),
  indexPrice: indexPrice === undefined ? undefined : parseDecimal<Price>(indexPrice),
});

describe('the daily loss', () => {
  it.each([
    ['no trade', [], '0'],
    ['a purchase at the index', [trade('1', '100', '0.1', '100')], '0.1'],
    ['a purchase that fell', [trade('2', '200', '0.2', '90')], '20.2'],
    ['a purchase that rose', [trade('2', '200', '0.2', '110')], '0'],
    ['a purchase that rose by less than its fee', [trade('1', '100', '0.3', '100.1')], '0.2'],
    ['a sale before a fall', [trade('-1', '-100', '0.1', '90')], '0'],
    ['a sale before a rise', [trade('-1', '-100', '0.1', '130')], '30.1'],
    ['bought and sold at a loss, wherever the index is', [trade('0', '7', '0.2', '5000')], '7.2'],
    ['a loss here and a smaller gain there', [trade('1', '100', '0', '80'), trade('1', '50', '0', '55')], '15'],
    ['a loss here and a greater gain there', [trade('1', '100', '0', '80'), trade('1', '50', '0', '85')], '0'],
    ['a market without an index', [trade('1', '100', '0.1')], '0.1'],
    ['dust that is worth nothing', [trade('0.000000000000000001', '0', '0', '0.5')], '0'],
    ['dust that was sold', [trade('-0.000000000000000001', '0', '0', '0.5')], '0.000000000000000001'],
  ] as const)('given %s, then %#', (_, trades, loss) => {
    expect(formatDecimal(lossOfDay(trades))).toBe(loss);
  });

  it.each([
    ['a loss of another product', '-5', '5.1'],
    ['a gain that offsets a part', '0.05', '0.05'],
    ['a gain that offsets all', '7', '0'],
  ])('given %s, then it counts', (_, others, loss) => {
    const trades = [trade('1', '100', '0.1', '100')];
    expect(formatDecimal(lossOfDay(trades, parseDecimal<Amount>(others)))).toBe(loss);
  });

  const values = fc.bigInt({ min: 0n, max: 10n ** 27n });

  it('of a purchase sold again at the same price is its fees, at any index price, and never a gain', () => {
    fc.assert(
      fc.property(values, values, values, values, values, (quantity, price, index, fee, second) => {
        const cost = multiply(quantity as Amount, price as Price, 'up');
        const bought = { signedQuantity: quantity as Amount, signedCost: cost, fee: fee as Amount };
        const sold = { signedQuantity: negate(quantity as Amount), signedCost: negate(cost), fee: second as Amount };
        const loss = lossOfDay([bought, sold].map((it) => ({ ...it, indexPrice: index as Price })));
        const fees = sum([fee as Amount, second as Amount]);
        expect(loss - fees === 0n || loss - fees === 1n).toBe(true); // The index price's last digit is rounded against the trader.
      }),
    );
  });
});
