import { type Amount, parseDecimal, type Rate } from '@app/money';
import { describe, expect, it } from 'vitest';
import { checkTypedPayout, isPayoutForm, previewPayout, shareOf } from './payout-form.ts';
import type { PayoutOptions } from './payouts-query.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const options: PayoutOptions = {
  card: { holder: 'M••• K•••', bank_name: 'Example Bank', account: '0123', usable_at: 1_000 },
  fee: amount('25'),
  minimum: amount('100'),
  maximum: amount('50000'),
  rate: parseDecimal<Rate>('0.99'),
  price_btc: amount('0.00002'),
  level: 1,
  limit_btc: amount('1'),
  used_btc: amount('0.9'),
  held_until: null,
  has_incident: false,
  is_stopped: false,
};
const available = amount('9000');
const problemOf = (typed: string, more: Partial<PayoutOptions> = {}, has = available) =>
  checkTypedPayout(typed, { ...options, ...more }, has)?.problem;

describe('a typed amount', () => {
  it('gives the dollars that arrive, to the cent', () => {
    expect(checkTypedPayout('1250', options, available)).toMatchObject({ usd: amount('1212.75') });
    expect(checkTypedPayout('100.01', options, available)).toMatchObject({ usd: amount('74.25') });
    expect(checkTypedPayout('25', options, available)).toMatchObject({ usd: 0n });
    expect(checkTypedPayout('', options, available)).toBeUndefined();
  });

  it('says what is wrong as the server would', () => {
    expect(problemOf('5000')).toBeUndefined();
    expect(problemOf('5000.01')).toEqual({ code: 'withdraw_limit', params: { left: '0.1' } });
    expect(problemOf('99')).toEqual({ code: 'below_minimum', params: { minimum: '100 USDT' } });
    expect(problemOf('50001')).toEqual({ code: 'above_maximum', params: { maximum: '50,000 USDT' } });
    expect(problemOf('100.001')?.code).toBe('amount_step_wrong');
    expect(problemOf('100', { price_btc: null })?.code).toBe('rate_unavailable');
    expect(problemOf('100', {}, amount('50'))?.code).toBe('insufficient_balance');
  });
});

describe('the form', () => {
  it('says what is missing, in the order of its steps, until there is something to review', () => {
    const look = { available, nowMs: 1_000 };
    expect(previewPayout({ amount: '' }, { ...options, card: null }, look).missing).toBe('bank');
    expect(previewPayout({ amount: '500' }, options, { ...look, nowMs: 999 }).missing).toBe('bank');
    expect(previewPayout({ amount: '' }, options, look).missing).toBe('amount');
    expect(previewPayout({ amount: '5' }, options, look).missing).toBe('valid');
    expect(previewPayout({ amount: '500' }, options, look).ready).toMatchObject({
      usd: amount('470.25'),
      balanceAfter: amount('8500'),
    });
  });

  it('fills shares in whole cents, never more than the maximum', () => {
    expect(shareOf(amount('100.019'), 100, options)).toBe('100.01');
    expect(shareOf(amount('100.01'), 25, options)).toBe('25');
    expect(shareOf(amount('80000'), 100, options)).toBe('50000');
  });

  it('takes drafts of its own shape only', () => {
    expect([{ amount: '5' }, { amount: 5 }, null, 'x'].map(isPayoutForm)).toEqual([true, false, false, false]);
  });
});
