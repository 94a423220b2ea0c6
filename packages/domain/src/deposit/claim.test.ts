import type { Amount } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accountsOfClaim,
  CLAIM_STATES,
  checkClaim,
  claimText,
  isCovered,
  NEXT_CLAIM_STATES,
  postClaim,
  readTxHash,
  WAITING_CLAIMS_MAX,
} from './index.ts';

const amounts = fc.bigInt({ min: 1n, max: 10n ** 32n }).map((it) => it as Amount);
const claims = fc.record({
  id: fc.bigInt({ min: 1n, max: 2n ** 62n }),
  userId: fc.bigInt({ min: 1n, max: 2n ** 62n }),
  chain: fc.constantFrom('BTC', 'ERC20', 'TRC20'),
  currency: fc.constantFrom('USDT', 'ETH'),
  amount: amounts,
});

describe('the posting of a claim', () => {
  it('nets to zero, and its user ends with exactly the amount', () => {
    fc.assert(
      fc.property(claims, (claim) => {
        const { entries, kind, ref, mode } = postClaim(claim);
        expect({ kind, ref, mode }).toEqual({ kind: 'deposit.claim', ref: String(claim.id), mode: 'real' });
        expect(entries.reduce((total, it) => total + it.available + it.frozen, 0n)).toBe(0n);
        const [chain, wallet] = accountsOfClaim(claim);
        const changeOf = (owner: string | undefined) =>
          entries.filter((it) => it.account.owner === owner).reduce((total, it) => total + it.available, 0n);
        expect(changeOf(wallet?.owner)).toBe(claim.amount);
        expect(changeOf(chain?.owner)).toBe(-claim.amount);
      }),
    );
  });
});

describe('a claim', () => {
  it('signs different texts for different claims, with keys in alphabetical order', () => {
    fc.assert(
      fc.property(claims, claims, (one, other) => {
        const isSame = JSON.stringify(one, text) === JSON.stringify(other, text);
        expect(claimText(one) === claimText(other)).toBe(isSame);
        const keys = Object.keys(JSON.parse(claimText(one)));
        expect(keys).toEqual(keys.toSorted());
      }),
    );
  });

  it('ends as credited or refused, and never leaves these', () => {
    for (const state of CLAIM_STATES)
      expect(NEXT_CLAIM_STATES[state].length === 0).toBe(['credited', 'refused'].includes(state));
    expect(NEXT_CLAIM_STATES.waiting).not.toContain('credited');
  });

  it('is covered by as many unexplained coins, and by none fewer', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(isCovered(amount, amount)).toBe(true);
        expect(isCovered(amount, (amount - 1n) as Amount)).toBe(false);
        expect(isCovered(0n as Amount, amount)).toBe(false);
      }),
    );
  });

  it.each([
    [{}, undefined],
    [{ waiting: WAITING_CLAIMS_MAX - 1 }, undefined],
    [{ waiting: WAITING_CLAIMS_MAX }, 'claim_limit'],
    [{ recent: 9 }, undefined],
    [{ recent: 10 }, 'claim_too_often'],
    [{ isArriving: true, waiting: 3 }, 'deposit_arriving'],
    [{ isCredited: true, isArriving: true }, 'deposit_known'],
  ])('given %j, then it is refused with %s', (standing, code) => {
    const decision = checkClaim({ waiting: 0, recent: 0, isCredited: false, isArriving: false, ...standing }, 10);
    expect(decision.ok ? undefined : decision.code).toBe(code);
  });

  it.each([
    [`0x${'aB'.repeat(32)}`, `0x${'ab'.repeat(32)}`],
    [`  ${'ab'.repeat(32)}\n`, `0x${'ab'.repeat(32)}`],
    [`0x${'ab'.repeat(31)}`, undefined],
    [`0x${'xy'.repeat(32)}`, undefined],
    ['', undefined],
  ])('reads the hash %s as %s', (sent, hash) => {
    expect(readTxHash(sent)).toBe(hash);
  });
});

const text = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
