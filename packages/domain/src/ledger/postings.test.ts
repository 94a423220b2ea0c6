import { type Amount, ZERO } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  capitalSource,
  changesOf,
  externalAccount,
  hold,
  houseAccount,
  move,
  netsToZero,
  postCapital,
  release,
  reserveAccount,
  type Transfer,
  userAccount,
} from './index.ts';

const amounts = fc.bigInt({ min: 0n, max: 10n ** 38n - 1n }).map((value) => value as Amount);
const accounts = fc.oneof(
  fc.bigInt({ min: 1n, max: 9n }).map((id) => userAccount(id, 'wallet', 'USDT')),
  fc.bigInt({ min: 1n, max: 9n }).map((id) => userAccount(id, 'exchange', 'USDT')),
  fc.constant(houseAccount('spot-1', 'fee_income', 'USDT')),
  fc.constant(externalAccount('chain', 'USDT')),
);
const of = (entries: Transfer['entries']): Transfer => ({ kind: 'wallet.change', ref: '1', mode: 'real', entries });

describe('the basic postings', () => {
  it('net to zero', () => {
    fc.assert(
      fc.property(amounts, accounts, accounts, (amount, from, to) => {
        expect(netsToZero(of(move(amount, from, to)))).toBe(true);
        expect(netsToZero(of(hold(amount, from)))).toBe(true);
        expect(netsToZero(of(release(amount, from)))).toBe(true);
      }),
    );
  });

  it('leave each party with exactly its own side', () => {
    fc.assert(
      fc.property(amounts, accounts, accounts, (amount, from, to) => {
        fc.pre(from.owner !== to.owner || from.kind !== to.kind);
        const change = changesOf(of(move(amount, from, to)));
        expect(change(from)).toEqual({ available: -amount, frozen: ZERO });
        expect(change(to)).toEqual({ available: amount, frozen: ZERO });
        expect(changesOf(of(hold(amount, from)))(from)).toEqual({ available: -amount, frozen: amount });
        expect(changesOf(of(release(amount, from)))(from)).toEqual({ available: amount, frozen: -amount });
      }),
    );
  });

  it('given two currencies that only balance together, when they are summed, then they do not net to zero', () => {
    const usdt = userAccount(1n, 'wallet', 'USDT');
    const btc = userAccount(1n, 'wallet', 'BTC');
    expect(netsToZero(of(move(5n as Amount, usdt, btc)))).toBe(false);
  });
});

describe('capital', () => {
  const payments = fc.record({
    ref: fc.string(),
    direction: fc.constantFrom('in' as const, 'out' as const),
    account: fc.constantFrom(reserveAccount('capital', 'USDT'), reserveAccount('insurance', 'BTC')),
    amount: amounts,
  });

  it('nets to zero, in real mode', () => {
    fc.assert(
      fc.property(payments, (payment) => {
        expect(netsToZero(postCapital(payment))).toBe(true);
        expect(postCapital(payment).mode).toBe('real');
      }),
    );
  });

  it('leaves each party with exactly its own side', () => {
    fc.assert(
      fc.property(payments, (payment) => {
        const change = changesOf(postCapital(payment));
        const received = payment.direction === 'in' ? payment.amount : -payment.amount;
        expect(change(payment.account).available).toBe(received);
        expect(change(capitalSource(payment.account.currency)).available).toBe(-received);
      }),
    );
  });
});
