import { openingPrice, openPosition, POSITION_SIDES } from '@app/domain/contract';
import { type Amount, formatPlaces, type Price, ZERO } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount, CONTEXT, contextWith, FORM, INDEX, price, STEPS } from './contract-context.fixture.ts';
import { type ContractForm, EMPTY_FORM, SIZE_UNITS } from './contract-form.ts';
import { refusalOf } from './contract-preview.ts';
import { largestLots, lotsOf, percentOf, sizeText, valuePrice, withNextUnit, withShare } from './contract-size.ts';

const amounts = (most: bigint) => fc.bigInt({ min: 0n, max: most }).map((cents) => (cents * 10n ** 16n) as Amount);
const leverages = fc.integer({ min: 1, max: 100 });
const units = fc.constantFrom(...SIZE_UNITS);
const prices = fc.bigInt({ min: 1_000n, max: 20_000_000n }).map((ticks) => (ticks * 10n ** 16n) as Price);

describe('the size of an order', () => {
  it.each([
    ['lots', '50', '50'],
    ['base', '0.05', '50'],
    ['quote', '3392.11', '50'],
    ['quote', '3392.10', '49.99'],
  ] as const)('given %s %s, then it is %s lots', (unit, size, lots) => {
    expect(lotsOf({ unit, size }, INDEX, STEPS)).toBe(amount(lots));
  });

  it('given a limit, then a value counts at it', () => {
    const limit = { ...FORM, kind: 'limit', price: '60000' } as const;
    expect([valuePrice(limit, INDEX), valuePrice(FORM, INDEX)]).toEqual([price('60000'), INDEX]);
  });

  it('given the next unit, then the same size is shown in it', () => {
    const inLots = withNextUnit(FORM, INDEX, STEPS);
    const inMoney = withNextUnit(inLots, INDEX, STEPS);
    expect([inLots, inMoney]).toMatchObject([
      { unit: 'lots', size: '50.00' },
      { unit: 'quote', size: '3392.10' },
    ]);
  });

  it('never grows by a change of its unit', () => {
    fc.assert(
      fc.property(units, amounts(10_000_000n), prices, fc.integer({ min: 1, max: 5 }), (unit, typed, index, times) => {
        let form: ContractForm = { ...EMPTY_FORM, unit, size: formatPlaces(typed, STEPS.places[unit], 'down') };
        const before = lotsOf(form, index, STEPS) ?? ZERO;
        for (let turn = 0; turn < times; turn++) form = withNextUnit(form, index, STEPS);
        expect(lotsOf(form, index, STEPS) ?? ZERO).toBeLessThanOrEqual(before);
      }),
    );
  });
});

describe('the largest order', () => {
  it('is never refused by the balance, whatever is pressed', () => {
    const kinds = fc.constantFrom('market', 'limit');
    fc.assert(
      fc.property(
        fc.record({ available: amounts(100_000_000n), leverage: leverages, index: prices, unit: units, kind: kinds }),
        ({ available, leverage, index, unit, kind }) => {
          const context = contextWith(available, index);
          const form = { ...EMPTY_FORM, unit, kind, price: formatPlaces(index, 2, 'down') } as const;
          const filled = withShare(form, 100, { leverage, context, steps: STEPS });
          const lots = lotsOf(filled, valuePrice(form, index), STEPS);
          if (lots === undefined) return;
          expect(lots).toBeLessThanOrEqual(largestLots(form, leverage, context));
          const limit = kind === 'limit' ? index : undefined;
          for (const side of POSITION_SIDES) {
            const request = { side, lots, leverage, limit, series: 'perp', takeProfit: undefined, stopLoss: undefined };
            const code = refusalOf(request, context)?.code;
            expect(code).not.toBe('insufficient_balance');
            expect(code).not.toBe('above_maximum');
          }
        },
      ),
    );
  });

  it('leaves a market order room for the next price', () => {
    const lots = largestLots(EMPTY_FORM, 10, CONTEXT);
    const later = contextWith(amount('1000'), price('67976.00'));
    const opened = openPosition({ side: 'long', lots, leverage: 10 }, openingPrice('long', later.quote), later);
    expect(opened.ok).toBe(true);
    expect(sizeText(lots, 'base', INDEX, STEPS)).toBe('0.14650');
  });

  it('given a share, then the slider shows it, and a typed size by its own share', () => {
    const parts = { leverage: 10, context: CONTEXT, steps: STEPS };
    expect(percentOf(withShare(EMPTY_FORM, 25, parts), parts)).toBe(25);
    expect(percentOf({ ...EMPTY_FORM, size: '0.07325' }, parts)).toBe(50);
    expect(percentOf({ ...EMPTY_FORM, size: '9' }, parts)).toBe(100);
    expect(percentOf(EMPTY_FORM, { ...parts, context: contextWith(ZERO) })).toBe(0);
  });
});
