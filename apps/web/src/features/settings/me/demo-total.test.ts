import { type Amount, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import { demoTotal } from './demo-total.ts';

const line = (account: 'wallet' | 'exchange' | 'bonus', currency: string, available: string, frozen = '0') => ({
  account,
  currency,
  available: parseDecimal<Amount>(available),
  frozen: parseDecimal<Amount>(frozen),
});

describe('the demo total', () => {
  it('counts all dollars including frozen ones, and neither other coins nor bonus money', () => {
    const list = [
      line('wallet', 'USDT', '100', '5'),
      line('exchange', 'USDT', '1.5'),
      line('wallet', 'BTC', '3'),
      line('bonus', 'USDT', '50'),
    ];
    expect(demoTotal(list)).toBe(parseDecimal<Amount>('106.5'));
  });
});
