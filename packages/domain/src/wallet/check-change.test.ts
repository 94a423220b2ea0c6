import type { Amount } from '@app/money';
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
});
