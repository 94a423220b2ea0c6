import { type Amount, sum, ZERO } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesOf, netsToZero, USER_KINDS, userAccount } from '../ledger/index.ts';
import { demoSource, postDemoSweep } from './index.ts';

const amounts = fc.bigInt({ min: 1n, max: 10n ** 30n }).map((value) => value as Amount); // Test literal.
const accounts = fc.uniqueArray(
  fc.record({ kind: fc.constantFrom(...USER_KINDS), currency: fc.constantFrom('USDT', 'BTC'), available: amounts }),
  { selector: ({ kind, currency }) => `${kind} ${currency}`, minLength: 1 },
);

describe('the sweep of a demo round', () => {
  it('nets to zero and leaves each party with exactly its own side', () => {
    fc.assert(
      fc.property(accounts, (list) => {
        const left = list.map((it) => ({ ...userAccount(7n, it.kind, it.currency), available: it.available }));
        const sweep = postDemoSweep({ userId: 7n, round: 3 }, left);
        expect(netsToZero(sweep)).toBe(true);
        for (const account of left)
          expect(changesOf(sweep)(account)).toEqual({ available: -account.available, frozen: ZERO });
        for (const currency of ['USDT', 'BTC']) {
          const own = left.filter((it) => it.currency === currency).map(({ available }) => available);
          expect(changesOf(sweep)(demoSource(currency)).available).toBe(sum(own));
        }
        expect([sweep.mode, sweep.kind, sweep.ref]).toEqual(['demo', 'demo.sweep', 'demo:7:3']);
      }),
    );
  });
});
