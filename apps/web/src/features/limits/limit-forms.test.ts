import { checkLimitChange, NO_LIMIT } from '@app/domain/limits';
import { type Amount, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import { DAYS_MAX, formOf, requestedBreak, requestedLimit, stepDays } from './limit-forms.ts';

const NOW = 1_800_000_000_000;
const DAY = 86_400_000;

describe('a typed daily limit', () => {
  it.each(['', '.', '-5', '1e3', 'ten'])('given %j, then there is nothing to save yet', (amount) => {
    expect(requestedLimit({ amount, isNone: false })).toBeUndefined();
  });

  it('given a number, even an unfinished one, then it is the requested limit', () => {
    expect(requestedLimit({ amount: '200.', isNone: false })?.amount).toBe(parseDecimal<Amount>('200'));
    expect(requestedLimit({ amount: '0', isNone: false })?.amount).toBe(0n);
  });

  it('given no limit is chosen, then the typed amount is ignored', () => {
    expect(requestedLimit({ amount: '200', isNone: true })).toEqual(NO_LIMIT);
  });

  it('given the current limit, then the form shows it and would save the same', () => {
    const limit = { amount: parseDecimal<Amount>('1250.5'), untilMs: null };
    expect(requestedLimit(formOf(limit))).toEqual(limit);
    expect(formOf(NO_LIMIT).amount).toBe('');
  });
});

describe('a chosen break', () => {
  it.each([
    ['day', 1],
    ['week', 7],
    ['month', 30],
  ] as const)('given a %s, then it ends after %i days', (length, days) => {
    expect(requestedBreak({ length, days: '' }, NOW)).toEqual({ amount: null, untilMs: NOW + days * DAY });
  });

  it.each(['', '0', '365', '-1', '1.5', '99999999999999999999'])(
    'given %j days, then there is nothing to save',
    (days) => {
      expect(requestedBreak({ length: 'other', days }, NOW)).toBeUndefined();
    },
  );

  it('given the maximum number of days, then it can be saved', () => {
    const requested = requestedBreak({ length: 'other', days: String(DAYS_MAX) }, NOW + 0.5);
    expect(requested).toEqual({ amount: null, untilMs: NOW + DAYS_MAX * DAY });
    expect(checkLimitChange('cool_off', requested ?? NO_LIMIT, NOW).ok).toBe(true);
  });

  it('given the ends of the range, then days do not step past them', () => {
    expect([stepDays('1', -1), stepDays('364', 1), stepDays('', 1), stepDays('14', -1)]).toEqual([
      undefined,
      undefined,
      '1',
      '13',
    ]);
  });
});
