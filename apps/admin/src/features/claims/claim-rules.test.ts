import { type Amount, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import { isChangeOf, isRefusable, lyingFor, mayPropose, payloadFor, readFound } from './claim-rules.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const ROW = { id: 12n, user_id: 7n, chain: 'ERC20', currency: 'USDT' } as const;

describe('the desk of missing deposits', () => {
  it('signs exactly what the server and custody compare', () => {
    const text = '{"amount":"40.5","chain":"ERC20","claim_id":"12","currency":"USDT","user_id":"7"}';
    expect(payloadFor(ROW, amount('40.50'))).toBe(text);
    expect(isChangeOf(ROW, { kind: 'deposit.approve', payload: text })).toBe(true);
    for (const other of [{ id: 13n }, { user_id: 8n }, { currency: 'ETH' }, { chain: 'BTC' } as const])
      expect(isChangeOf({ ...ROW, ...other }, { kind: 'deposit.approve', payload: text })).toBe(false);
    expect(isChangeOf(ROW, { kind: 'withdrawal.approve', payload: text })).toBe(false);
  });

  it.each([
    ['40', '40'],
    [' 0.000001 ', '0.000001'],
    ['0', undefined],
    ['-4', undefined],
    ['1e3', undefined],
    ['1,000', undefined],
    ['', undefined],
  ])('reads the found amount %s as %s', (text, expected) => {
    expect(readFound(text)).toBe(expected === undefined ? undefined : amount(expected));
  });

  it('finds the coins that lie unexplained, less the fees that they have paid', () => {
    const coin = {
      chain: 'ERC20',
      currency: 'USDT',
      unexplained: amount('10'),
      gas: amount('3'),
      difference: amount('0'),
      block: 1,
      compared_at: 0,
    } as const;
    expect(lyingFor(ROW, [coin])?.free).toBe(amount('7'));
    expect(lyingFor(ROW, [{ ...coin, gas: amount('30') }])?.free).toBe(amount('0'));
    expect(lyingFor({ ...ROW, currency: 'ETH' }, [coin])).toBeUndefined();
  });

  it('lets finance propose, and refuses what is not credited', () => {
    expect([mayPropose({ roles: ['finance'] }), mayPropose({ roles: ['risk', 'security'] })]).toEqual([true, false]);
    const refusable = (['waiting', 'approved', 'credited', 'refused'] as const).filter((state) =>
      isRefusable({ state }),
    );
    expect(refusable).toEqual(['waiting', 'approved']);
  });
});
