import { type Amount, type Price, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import { demoTotal } from './demo-total.ts';

const line = (account: 'wallet' | 'exchange' | 'bonus', currency: string, available: string, frozen = '0') => ({
  account,
  currency,
  available: parseDecimal<Amount>(available),
  frozen: parseDecimal<Amount>(frozen),
});

describe('the demo total', () => {
  it('counts every coin at its rate, frozen ones included, and neither bonus money nor coins without a rate', () => {
    const list = [
      line('wallet', 'USDT', '100', '5'),
      line('exchange', 'USDT', '1.5'),
      line('wallet', 'BTC', '3'),
      line('exchange', 'XYZ', '7'),
      line('bonus', 'USDT', '50'),
    ];
    const rateOf = (currency: string) => (currency === 'BTC' ? parseDecimal<Price>('60000') : undefined);
    expect(demoTotal(list, rateOf)).toBe(parseDecimal<Amount>('180106.5'));
  });
});
