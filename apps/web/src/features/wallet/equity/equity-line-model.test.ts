import { type Amount, parseDecimal, type Rate } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PLAIN_UNIT } from '../valuation/unit.ts';
import {
  clockText,
  isEmptyDay,
  isUnknownDay,
  lineOf,
  type ShownDay,
  showChange,
  showInParts,
  startOfDay,
} from './equity-line-model.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const dollars = { sign: '$', rate: parseDecimal<Rate>('1'), name: 'USD' };
const lira = { sign: '₺', rate: parseDecimal<Rate>('34.5'), name: 'TRY' };

const day = (points: readonly [worth: string, came: string][], now: string, came: string): ShownDay => ({
  since: 0,
  simulated: false,
  now: amount(now),
  came: amount(came),
  points: points.map(([worth, before]) => ({ worth: amount(worth), came: amount(before) })),
});

describe('the equity line of a day', () => {
  it('given a deposit at noon, then the line does not jump: all points include it', () => {
    const { values, mark, change } = lineOf(day([['100', '0'], ['101', '0'], ['1101', '1000']], '1102', '1000')); // biome-ignore format: a table
    expect(values).toEqual(['1100', '1101', '1101', '1102'].map(amount));
    expect([mark, change]).toEqual([amount('1100'), amount('2')]);
  });

  it("begins at the reference and ends above it by exactly the day's profit", () => {
    const amounts = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }).map((it) => it as Amount);
    const points = fc.array(fc.record({ worth: amounts.map((it) => (it < 0n ? (-it as Amount) : it)), came: amounts }));
    fc.assert(
      fc.property(points, amounts, amounts, (later, now, came) => {
        const { values, mark, change } = lineOf({
          since: 0,
          simulated: false,
          now,
          came,
          points: [{ worth: 5n as Amount, came: 0n as Amount }, ...later],
        });
        expect(values[0]).toBe(mark);
        expect((values.at(-1) as bigint) - mark).toBe(change);
      }),
    );
  });

  it('given nothing was ever owned, then there is no line; given all is lost, then there is', () => {
    expect(isEmptyDay(day([['0', '0']], '0', '0'))).toBe(true);
    expect(isEmptyDay(day([['5', '0']], '0', '0'))).toBe(false);
    expect(isEmptyDay(day([['0', '0']], '5', '5'))).toBe(false);
  });

  it('given a deposit is lost within the first step, then the day is a loss and not empty', () => {
    const lost = day([['0', '0']], '0', '100');
    expect([isEmptyDay(lost), lineOf(lost).change]).toEqual([false, amount('-100')]);
  });

  it('given an unknown day, then it opens with the current value and shows no change', () => {
    const unknown = day([], '70', '0');
    expect([isUnknownDay(unknown), isUnknownDay(day([['70', '0']], '70', '0'))]).toEqual([true, false]);
    expect(lineOf(unknown)).toMatchObject({ mark: amount('70'), change: amount('0') });
  });
});

describe('figures of the card', () => {
  it.each([
    ['222.309', dollars, '+$222.30', 'up'],
    ['-222.309', dollars, '−$222.30', 'down'],
    ['0.009', dollars, '$0.00', 'flat'],
    ['-0.009', dollars, '$0.00', 'flat'],
    ['0.009', lira, '+₺0.31', 'up'],
    ['-1234', PLAIN_UNIT, '−1,234.00', 'down'],
  ] as const)('of a change of %s', (change, unit, text, direction) => {
    expect(showChange(amount(change), unit)).toEqual({ text, direction });
  });

  it('given a total, then it is rounded down and its decimals are separate', () => {
    expect(showInParts(amount('24812.609'), dollars)).toEqual(['$24,812', '.60']);
    expect(showInParts(amount('0'), lira)).toEqual(['₺0', '.00']);
  });

  it('given a timestamp, then the day begins at local midnight', () => {
    expect(clockText(startOfDay(Date.now()))).toBe('00:00');
    expect(startOfDay(startOfDay(Date.now()))).toBe(startOfDay(Date.now()));
  });
});
