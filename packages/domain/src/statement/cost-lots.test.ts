import { type Amount, add, negate, parseDecimal, subtract, ZERO } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCostLots, type Lot } from './cost-lots.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const unit = (value: bigint) => value as Amount;

/** First in first out, one unit of quantity at a time: the definition, without any arithmetic on parts. */
function referenceResult(changes: readonly { quantity: bigint; price: bigint }[]) {
  const queue: bigint[] = [];
  let result = 0n;
  for (const { quantity, price } of changes) {
    for (let n = 0n; n < (quantity < 0n ? -quantity : quantity); n++) {
      if (quantity > 0n) queue.push(price);
      else result += price - (queue.shift() ?? 0n);
    }
  }
  return { result, cost: queue.reduce((sum, price) => sum + price, 0n), quantity: BigInt(queue.length) };
}

describe('lots, first in first out', () => {
  it('given two purchases, when more than the first is sold, then the result is that of the first and a part of the second', () => {
    const lots = createCostLots([]);
    lots.change(amount('1'), amount('100'));
    lots.change(amount('2'), amount('300'));
    expect(lots.change(amount('-1.5'), amount('-240'))).toBe(amount('65'));
    expect([lots.quantity(), lots.cost()]).toEqual([amount('1.5'), amount('225')]);
    expect(lots.list()).toEqual([{ quantity: amount('1.5'), cost: amount('225') }]);
  });

  it('given any trades in whole units at whole prices, then result and cost equal those of a queue of single units', () => {
    const trade = fc.record({ quantity: fc.bigInt(-9n, 9n), price: fc.bigInt(0n, 50n) });
    fc.assert(
      fc.property(fc.array(trade, { maxLength: 40 }), (trades) => {
        let held = 0n;
        const possible = trades.filter(({ quantity }) => {
          if (quantity === 0n || held + quantity < 0n) return false;
          held += quantity;
          return true;
        });
        const lots = createCostLots([]);
        let result = ZERO;
        for (const { quantity, price } of possible)
          result = add(result, lots.change(unit(quantity), unit(quantity * price)));
        const expected = referenceResult(possible);
        expect([result, lots.cost(), lots.quantity()]).toEqual([expected.result, expected.cost, expected.quantity]);
      }),
    );
  });

  it('given any changes, also sales before their purchase, then not a unit of the last place is lost', () => {
    const change = fc.record({ quantity: fc.bigInt(-(10n ** 20n), 10n ** 20n), cost: fc.bigInt(0n, 10n ** 24n) });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
        const lots = createCostLots([]);
        let paid = ZERO;
        let result = ZERO;
        for (const { quantity, cost } of changes) {
          if (quantity === 0n) continue;
          const signed = quantity < 0n ? negate(unit(cost)) : unit(cost);
          paid = add(paid, signed);
          result = add(result, lots.change(unit(quantity), signed));
        }
        // What was paid is either still the cost of what is held or was realised.
        expect(lots.cost()).toBe(add(paid, result));
        const total = (of: (lot: Lot) => Amount) => lots.list().reduce((sum, lot) => add(sum, of(lot)), ZERO);
        expect(total(({ quantity }) => quantity)).toBe(lots.quantity());
        expect(total(({ cost }) => cost)).toBe(lots.cost());
        expect(new Set(lots.list().map(({ quantity }) => quantity > ZERO)).size).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('given thousands of lots taken one by one, then the rest is the same as if it was bought alone', () => {
    const lots = createCostLots([]);
    for (let n = 0; n < 3_000; n++) lots.change(amount('1'), amount(String(n)));
    for (let n = 0; n < 2_999; n++) lots.change(amount('-1'), amount('-1'));
    expect(lots.list()).toEqual([{ quantity: amount('1'), cost: amount('2999') }]);
    expect(createCostLots(lots.list()).cost()).toBe(subtract(amount('3000'), amount('1')));
  });
});
