import { type Amount, parseDecimal, ZERO } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { netsToZero } from '../ledger/index.ts';
import {
  checkAmount,
  HELD_STATES,
  intentText,
  isStuck,
  NEXT_STATES,
  postHold,
  postPayment,
  postReturn,
  reviewReasons,
  STUCK_MS,
  stepOf,
  WITHDRAWAL_STATES,
  withdrawalSettings,
} from './index.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const intent = {
  id: 7n,
  userId: 3n,
  currency: 'USDT',
  chain: 'ERC20',
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  amount: amount('1250'),
  fee: amount('4'),
} as const;

describe('the states', () => {
  it('end in two of them, and each is reached', () => {
    const reached = new Set(Object.values(NEXT_STATES).flat());
    expect(WITHDRAWAL_STATES.filter((state) => NEXT_STATES[state].length === 0)).toEqual(['confirmed', 'returned']);
    expect(WITHDRAWAL_STATES.filter((state) => state !== 'review' && !reached.has(state))).toEqual([]);
    expect(WITHDRAWAL_STATES.filter((state) => !HELD_STATES.includes(state))).toEqual(['confirmed', 'returned']);
  });
});

describe('a withdrawal that is stuck', () => {
  const approved = { state: 'signed', approvedMs: 1_000, isMined: false } as const;
  it('was approved more than ten minutes ago, and no block contains it', () => {
    expect(isStuck(approved, 1_000 + STUCK_MS + 1)).toBe(true);
    expect(isStuck(approved, 1_000 + STUCK_MS)).toBe(false);
    expect(isStuck({ ...approved, isMined: true }, 1_000 + STUCK_MS + 1)).toBe(false);
    for (const state of ['review', 'refused', 'returned', 'confirmed'] as const)
      expect(isStuck({ ...approved, state }, 1_000 + STUCK_MS + 1)).toBe(false);
  });
});

describe('the postings', () => {
  it('net to zero, and a payment uses up exactly what was held', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 2n, max: 10n ** 30n }), fc.bigInt({ min: 0n, max: 10n ** 30n }), (whole, part) => {
        const own = { ...intent, amount: whole as Amount, fee: (part % whole) as Amount };
        for (const transfer of [postHold(own), postReturn(own), postPayment(own)])
          expect(netsToZero(transfer)).toBe(true);
        const held = postHold(own).entries.reduce((sum, { frozen }) => sum + frozen, 0n);
        const used = postPayment(own).entries.reduce((sum, { frozen }) => sum + frozen, 0n);
        expect([held, used]).toEqual([whole, -whole]);
      }),
    );
  });
});

describe('the text that is signed', () => {
  it('is the same for the same withdrawal, with its keys in order', () => {
    expect(intentText(intent)).toBe(
      '{"address":"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed","amount":"1250","chain":"ERC20","currency":"USDT","fee":"4","user_id":"3","withdrawal_id":"7"}',
    );
  });
});

describe('an amount', () => {
  const terms = withdrawalSettings.terms.initial['USDT.ERC20'];
  const facts = { terms, step: stepOf(6), worthBtc: amount('0.5'), usedBtc: ZERO, limitBtc: amount('1') };
  const codeOf = (text: string, more: Partial<typeof facts> = {}) => {
    const decided = checkAmount(amount(text), { ...facts, ...more });
    return decided.ok ? 'ok' : decided.code;
  };

  it('is decided by terms, steps, price and limit; what is unknown refuses', () => {
    expect(codeOf('10')).toBe('ok');
    expect(codeOf('9.999999')).toBe('below_minimum');
    expect(codeOf('10.0000001')).toBe('amount_step_wrong');
    expect(codeOf('10', { terms: undefined as never })).toBe('withdraw_unavailable');
    expect(codeOf('10', { worthBtc: undefined as never })).toBe('rate_unavailable');
    expect(codeOf('10', { usedBtc: amount('0.5') })).toBe('ok');
    expect(codeOf('10', { usedBtc: amount('0.500000000000000001') })).toBe('withdraw_limit');
  });
});

describe('a review', () => {
  const rules = { above: amount('1000'), perDay: 5, unusualTimes: 10 };
  const calm = { count: 0, largestUsdt: amount('100'), isKnownAddress: true };

  it('has each reason on its own, and none without one', () => {
    expect(reviewReasons(amount('1000'), calm, rules)).toEqual([]);
    expect(reviewReasons(amount('1000.01'), { ...calm, largestUsdt: undefined }, rules)).toEqual(['large']);
    expect(reviewReasons(amount('10'), { ...calm, isKnownAddress: false }, rules)).toEqual(['new_address']);
    expect(reviewReasons(amount('10'), { ...calm, count: 5 }, rules)).toEqual(['frequent']);
    expect(reviewReasons(amount('1000'), { ...calm, largestUsdt: amount('99') }, rules)).toEqual(['unusual']);
  });
});
