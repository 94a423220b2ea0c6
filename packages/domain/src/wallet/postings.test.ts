import { type Amount, negate, ZERO } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesOf, MODES, netsToZero, USER_KINDS, userAccount } from '../ledger/index.ts';
import { postChange } from './index.ts';

const changes = fc
  .record({
    userId: fc.bigInt({ min: 1n, max: 2n ** 62n }),
    mode: fc.constantFrom(...MODES),
    kinds: fc.uniqueArray(fc.constantFrom(...USER_KINDS), { minLength: 2, maxLength: 2 }),
    amount: fc.bigInt({ min: 1n, max: 10n ** 30n }).map((value) => value as Amount),
    key: fc.uuid({ version: 7 }),
  })
  .map(({ kinds: [from, to], ...rest }) => ({ ...rest, from: from!, to: to!, currency: 'USDT' }));

describe('a transfer between a user’s accounts', () => {
  it('nets to zero, exactly once under its user and key', () => {
    fc.assert(
      fc.property(changes, (change) => {
        const transfer = postChange(change);
        expect(netsToZero(transfer)).toBe(true);
        expect([transfer.kind, transfer.ref, transfer.mode]).toEqual([
          'wallet.change',
          `${change.userId}:${change.key}`,
          change.mode,
        ]);
      }),
    );
  });

  it('takes the amount from one account and adds it to the other, and touches nothing else', () => {
    fc.assert(
      fc.property(changes, (change) => {
        const { userId, from, to, currency, amount } = change;
        const transfer = postChange(change);
        const changed = changesOf(transfer);
        expect(changed(userAccount(userId, from, currency))).toEqual({ available: negate(amount), frozen: ZERO });
        expect(changed(userAccount(userId, to, currency))).toEqual({ available: amount, frozen: ZERO });
        expect(transfer.entries).toHaveLength(2);
      }),
    );
  });
});
