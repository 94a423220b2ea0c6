import type { Amount } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkChange } from './index.ts';

const change = (amount: bigint, to: 'exchange' | 'wallet' = 'exchange') =>
  ({ from: 'wallet', to, amount: amount as Amount }) as const;

describe('transfers between a user’s own accounts', () => {
  it('given exactly the balance, when it is transferred, then it is allowed; one unit more is refused', () => {
    expect(checkChange(change(10n), 10n as Amount).ok).toBe(true);
    expect(checkChange(change(11n), 10n as Amount)).toEqual({ ok: false, code: 'insufficient_balance' });
  });

  it('given the same account twice, when a transfer is requested, then that is the refusal, whatever the balance', () => {
    expect(checkChange(change(11n, 'wallet'), 10n as Amount)).toEqual({ ok: false, code: 'same_account' });
  });

  it('given any balance, when a part of it is transferred, then ten decimals are allowed; all of it always is', () => {
    const step = 10n ** 8n; // The tenth of eighteen places.
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 30n), fc.bigInt(1n, 10n ** 30n), (available, part) => {
        expect(checkChange(change(available), available as Amount).ok).toBe(true);
        fc.pre(part < available);
        const { ok } = checkChange(change(part), available as Amount);
        expect(ok).toBe(part % step === 0n);
      }),
    );
    expect(checkChange(change(step + 1n), (step * 2n) as Amount)).toEqual({
      ok: false,
      code: 'amount_step_wrong',
      params: { step: '0.0000000001' },
    });
    expect(checkChange(change(step), (step * 2n) as Amount).ok).toBe(true);
  });
});
