import { type Amount, parseDecimal, type Rate } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clockText,
  isEmptyDay,
  isUnknownDay,
  lineOf,
  type ShownDay,
  showChange,
  showInParts,
  startOfDay,
} from './equity.ts';
import { PLAIN_UNIT } from './unit.ts';

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

describe('the line of a day', () => {
  it('given a deposit at noon, then it is no wave: all points stand with it', () => {
    const { values, mark, change } = lineOf(day([['100', '0'], ['101', '0'], ['1101', '1000']], '1102', '1000')); // biome-ignore format: a table
    expect(values).toEqual(['1100', '1101', '1101', '1102'].map(amount));
    expect([mark, change]).toEqual([amount('1100'), amount('2')]);
  });

  it('begins at its mark and ends above it by exactly what was won', () => {
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

  it('given nothing was ever owned, then there is none; given all is lost, then there is', () => {
    expect(isEmptyDay(day([['0', '0']], '0', '0'))).toBe(true);
    expect(isEmptyDay(day([['5', '0']], '0', '0'))).toBe(false);
    expect(isEmptyDay(day([['0', '0']], '5', '5'))).toBe(false);
  });

  it('given all that came is lost again before its first step ended, then it is no empty day but a loss', () => {
    const lost = day([['0', '0']], '0', '100');
    expect([isEmptyDay(lost), lineOf(lost).change]).toEqual([false, amount('-100')]);
  });

  it('given nothing is known of it, then it opens with what there is now and claims nothing', () => {
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

  it('given a total, then it is cut and its decimals stand apart', () => {
    expect(showInParts(amount('24812.609'), dollars)).toEqual(['$24,812', '.60']);
    expect(showInParts(amount('0'), lira)).toEqual(['₺0', '.00']);
  });

  it('given a moment, then the day begins at midnight of the wall’s clock', () => {
    expect(clockText(startOfDay(Date.now()))).toBe('00:00');
    expect(startOfDay(startOfDay(Date.now()))).toBe(startOfDay(Date.now()));
  });
});
