import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkProven,
  checkTradePassword,
  type Enrolled,
  FACTORS,
  factorsNeeded,
  STEP_UP_POLICIES,
  securityScore,
} from './index.ts';

const nothing: Enrolled = { hasTradePassword: false, hasAuthenticator: false, hasPasskey: false };
const everything: Enrolled = { hasTradePassword: true, hasAuthenticator: true, hasPasskey: true };
const anyEnrolled = fc.record({
  hasTradePassword: fc.boolean(),
  hasAuthenticator: fc.boolean(),
  hasPasskey: fc.boolean(),
});
const anyProven = fc.uniqueArray(fc.constantFrom(...FACTORS)).map((factors) => new Set(factors));

describe('a step up', () => {
  it('given the enrolled factors, then exactly these are required', () => {
    expect(factorsNeeded('account', nothing)).toEqual({ ok: true, value: [['code']] });
    expect(factorsNeeded('account', everything)).toEqual({ ok: true, value: [['google_code', 'passkey']] });
    expect(factorsNeeded('trade', everything)).toEqual({ ok: true, value: [['trade_password']] });
    const both = { ok: true, value: [['trade_password'], ['code']] };
    expect(factorsNeeded('money', { ...nothing, hasTradePassword: true })).toEqual(both);
    for (const policy of ['trade', 'money'] as const)
      expect(factorsNeeded(policy, nothing)).toEqual({ ok: false, code: 'trade_password_missing' });
  });

  it('is never passed without a factor, by a mailed code beside an authenticator, or for money by one factor', () => {
    fc.assert(
      fc.property(fc.constantFrom(...STEP_UP_POLICIES), anyEnrolled, anyProven, (policy, enrolled, proven) => {
        const needed = factorsNeeded(policy, enrolled);
        if (!needed.ok || !checkProven(needed.value, proven).ok) return;
        expect(proven.size).toBeGreaterThanOrEqual(policy === 'money' ? 2 : 1);
        if (policy !== 'account') expect(proven).toContain('trade_password');
        const held = [...proven].filter((factor) => factor !== 'trade_password');
        if (policy !== 'trade' && enrolled.hasAuthenticator) expect(held).not.toEqual(['code']);
        if (policy !== 'trade' && !enrolled.hasPasskey) expect(held).not.toEqual(['passkey']);
      }),
    );
    expect(checkProven([], new Set())).toEqual({ ok: false, code: 'step_up_required' });
  });
});

describe('a trade password', () => {
  it.each([
    '1111',
    '000000',
    '1234',
    '7890',
    '8901',
    '2109',
    '0987',
    '654321',
    '1212',
    '12121',
    '123123',
    '2580',
    '123',
    '1234567',
  ])('given %s, then it is too simple', (digits) => {
    expect(checkTradePassword(digits, digits)).toEqual({ ok: false, code: 'trade_password_too_simple' });
  });

  it('given others of four to six digits, then they pass; given two that differ, then that is reported first', () => {
    for (const digits of ['4831', '1235', '90210', '581306', '1231'])
      expect(checkTradePassword(digits, digits)).toEqual({ ok: true, value: digits });
    expect(checkTradePassword('1111', '1112')).toEqual({ ok: false, code: 'passwords_differ' });
    expect(checkTradePassword('４８３１', '４８３１').ok).toBe(false);
  });

  it('accepts more than nine in ten', () => {
    const all = Array.from({ length: 10_000 }, (_, number) => `${number}`.padStart(4, '0'));
    expect(all.filter((digits) => checkTradePassword(digits, digits).ok).length).toBeGreaterThan(9_000);
  });
});

describe('the security score', () => {
  const bare = { ...nothing, hasEmail: true, hasMobile: false, hasPhrase: false };

  it('given a new account, then it has one of five points; given everything, then five', () => {
    expect(securityScore(bare)).toMatchObject({ points: 1, of: 5 });
    expect(securityScore({ ...everything, hasEmail: true, hasMobile: true, hasPhrase: true })).toMatchObject({
      points: 5,
      of: 5,
    });
  });

  it('given a passkey or an authenticator, then either counts as the second step', () => {
    for (const one of [{ hasPasskey: true }, { hasAuthenticator: true }])
      expect(securityScore({ ...bare, ...one })).toMatchObject({ points: 2, done: { second_step: true } });
  });
});
