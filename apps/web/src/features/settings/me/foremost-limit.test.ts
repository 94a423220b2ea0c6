import { type Amount, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import { foremostLimit } from './foremost-limit.ts';

const NOW = 1_800_000_000_000;
const amount = parseDecimal<Amount>('200');
const loss = { kind: 'daily_loss' as const, amount, until: null, next: null };
const deposit = { kind: 'daily_deposit' as const, amount, until: null, next: null };
const breakUntil = (until: number) => ({ kind: 'cool_off' as const, amount: null, until, next: null });

describe('the foremost limit', () => {
  it('given all of them, then it is the break, and next the loss', () => {
    expect(foremostLimit({ list: [deposit, loss, breakUntil(NOW + 1)] }, NOW)).toEqual({ kind: 'break' });
    expect(foremostLimit({ list: [deposit, loss] }, NOW)).toEqual({ kind: 'daily_loss', amount });
    expect(foremostLimit({ list: [deposit] }, NOW)).toEqual({ kind: 'daily_deposit', amount });
  });

  it('given a break that is over, then it is not shown', () => {
    expect(foremostLimit({ list: [breakUntil(NOW)] }, NOW)).toBeUndefined();
  });

  it('given a limit of zero a day, then it is still shown', () => {
    const none = { ...loss, amount: parseDecimal<Amount>('0') };
    expect(foremostLimit({ list: [none] }, NOW)).toEqual({ kind: 'daily_loss', amount: 0n });
  });
});
