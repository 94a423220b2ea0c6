import { type Amount, add, parseDecimal, type Rate, ZERO } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  filtersOf,
  monthBefore,
  type PeriodResult,
  partsIn,
  rateOfHolding,
  rateOfPeriods,
  resultOf,
  showInCell,
  showSigned,
  sumOf,
  weeksOf,
} from './index.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const amounts = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }).map((value) => value as Amount);
const positive = fc.bigInt({ min: 1n, max: 10n ** 24n }).map((value) => value as Amount);
const tallies = fc.uniqueArray(
  fc.record({ product: fc.constantFrom('spot' as const, 'convert' as const), value: amounts }),
  { selector: ({ product }) => product },
);
const periods: fc.Arbitrary<PeriodResult> = fc
  .record({
    name: fc.constant('2026-10-01'),
    opening: positive,
    flows: fc.array(fc.record({ kind: fc.constant('deposit'), value: amounts }), { maxLength: 3 }),
    results: tallies,
    fees: tallies,
    held: amounts,
  })
  .map((period) => {
    const sum = (list: readonly { value: Amount }[]) => list.reduce((all, { value }) => add(all, value), ZERO);
    return { ...period, total: (period.held + sum(period.results) - sum(period.fees)) as Amount };
  });

describe('results of periods', () => {
  it('add up: the products after fees and what was held are the whole', () => {
    fc.assert(
      fc.property(fc.array(periods, { maxLength: 5 }), (list) => {
        const parts = filtersOf(list).filter((filter) => filter !== 'all');
        expect(parts.reduce((sum, filter) => add(sum, sumOf(list, filter)), ZERO)).toBe(sumOf(list, 'all'));
      }),
    );
  });

  it('have a rate with the sign of the result, the same for a loss as for a gain of that size', () => {
    fc.assert(
      fc.property(periods, (period) => {
        const rate = rateOfPeriods([period]);
        const mirrored = rateOfPeriods([{ ...period, total: -period.total as Amount }]);
        expect(rate === undefined || rate === 0n || rate > 0n === resultOf(period, 'all') > 0n).toBe(true);
        expect(mirrored).toBe(-(rate ?? 0n));
      }),
    );
  });

  it.each([
    ['100', [], '5', '0.05'],
    ['100', [['deposit', '100']], '5', '0.025'],
    ['100', [['withdrawal', '-50']], '-5', '-0.05'],
    ['0', [['demo.grant', '100000']], '-1000', '-0.01'],
  ] as const)('given %s at first, flows %j and a result of %s, then the rate is %s', (opening, flows, total, rate) => {
    const moved = flows.map(([kind, value]) => ({ kind, value: amount(value) }));
    const period = { name: '', results: [], fees: [], held: ZERO, flows: moved };
    expect(rateOfPeriods([{ ...period, opening: amount(opening), total: amount(total) }])).toBe(
      parseDecimal<Rate>(rate),
    );
  });

  it('have no rate where there was no money', () => {
    expect(rateOfPeriods([])).toBeUndefined();
    expect(rateOfHolding(amount('5'), ZERO)).toBeUndefined();
    expect(rateOfHolding(amount('50'), amount('100'))).toBe(parseDecimal<Rate>('-0.5'));
  });
});

describe('a result as text', () => {
  it.each([
    ['0', '0.00', '0.00'],
    ['1.239', '+1.23', '+1.23'],
    ['-1.239', '−1.23', '−1.23'],
    ['12.39', '+12.39', '+12.3'],
    ['-999.99', '−999.99', '−999'],
    ['1000', '+1,000.00', '+1.00K'],
    ['-123456.78', '−123,456.78', '−123K'],
    ['2500000', '+2,500,000.00', '+2.50M'],
  ])('shows %s as %s, and as %s in a cell', (value, signed, cell) => {
    expect([showSigned(amount(value)), showInCell(amount(value))]).toEqual([signed, cell]);
  });

  it('has at most six characters in a cell', () => {
    fc.assert(fc.property(amounts, (value) => void expect(showInCell(value).length).toBeLessThanOrEqual(6)));
  });
});

describe('weeks of a month', () => {
  it('hold every day once, in order, each on its weekday', () => {
    for (let month = '2026-12'; month > '2024-01'; month = monthBefore(month)) {
      const weeks = weeksOf(month);
      const days = weeks.flat().filter((day) => day !== undefined);
      expect(days).toEqual([...new Set(days)].toSorted());
      expect(days.length).toBe(new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate());
      for (const week of weeks) {
        expect(week).toHaveLength(7);
        for (const [place, day] of week.entries())
          if (day !== undefined) expect((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7).toBe(place);
      }
    }
  });
});

describe('the parts of a period', () => {
  const named = (...names: string[]) => names.map((name) => ({ name }));
  const list = named('2026-10', '2026-11', '2026-11-01', '2026-11-18', '2025-11', '2025-11-18');
  it.each([
    ['2026', ['2026-10', '2026-11']],
    ['2026-11', ['2026-11-01', '2026-11-18']],
    ['2024', []],
  ])('of %s are %j', (period, names) => {
    expect(partsIn(list, period)).toEqual(named(...names));
  });
});
