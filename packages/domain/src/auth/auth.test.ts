import { addressKey } from '@app/base';
import type { Amount } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesOf, externalAccount, netsToZero, userAccount } from '../ledger/index.ts';
import { listCommonPasswords } from './common-passwords.ts';
import {
  type Account,
  authSettings,
  canonicalAccount,
  checkAttempts,
  checkCode,
  checkPassword,
  formatCode,
  invitationOf,
  isInvitation,
  nicknameOf,
  postDemoGrant,
} from './index.ts';

const email = (text: string) => canonicalAccount(text, 'email');

describe('an account', () => {
  it.each([
    [' Ann@Example.COM ', 'ann@example.com'],
    ["o'neil+x@mail.example.co", "o'neil+x@mail.example.co"],
  ])('given %j, when it is normalized, then it is %j', (text, spelled) => {
    expect(email(text)).toEqual({ ok: true, value: spelled });
  });

  it.each([
    '',
    'ann',
    '@b.c',
    'a@b',
    'a@@b.c',
    'a@b@c.d',
    'a b@c.d',
    'a,b@c.d',
    '"a"@b.c',
    'a@-b.c',
    'a@b..c',
    '.a@b.c',
    'a.@b.c',
    'ä@b.c',
    'a@b.c\r\nBcc: x@y.z',
    `${'a'.repeat(65)}@b.c`,
    `a@${'b.'.repeat(130)}c`,
  ])('given %j as an e-mail address, then it is refused', (text) => {
    expect(email(text)).toEqual({ ok: false, code: 'parameter_error' });
  });

  it('is unchanged when it is normalized again', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (text) => {
        const spelled = email(text);
        if (spelled.ok) expect(email(spelled.value.toUpperCase())).toEqual(spelled);
      }),
    );
  });

  it('given a phone number, when it is normalized, then its digits remain', () => {
    expect(canonicalAccount('+86 138-0013 8000', 'mobile')).toEqual({ ok: true, value: '8613800138000' });
    for (const text of ['12345', '0123456789', '1234567890123456', 'ann@example.com'])
      expect(canonicalAccount(text, 'mobile').ok).toBe(false);
  });

  it('given a hostile text of a million characters, when it is checked, then the time stays linear', () => {
    const before = process.threadCpuUsage(); // CPU time, so that other processes on the machine do not count.
    for (const text of ['a'.repeat(1e6), '.'.repeat(1e6), `a@${'a.'.repeat(5e5)}`, `${'-'.repeat(1e6)}@`]) email(text);
    expect(process.threadCpuUsage(before).user).toBeLessThan(1_000_000);
  });
});

describe('a login password', () => {
  const check = (password: string, again = password) =>
    checkPassword({ password, again, account: 'ann@example.com' as Account }, authSettings.passwordLength.initial);
  const weak = { ok: false, code: 'password_too_weak', params: { minimum: '7' } };

  it('given six characters or seven, then only seven pass', () => {
    expect(check('x7$kQp')).toEqual(weak);
    expect(check('x7$kQpz')).toEqual({ ok: true, value: 'x7$kQpz' });
    expect(check('🌊🌊🌊')).toEqual(weak);
    expect(check('пароль с пробелом 🌊').ok).toBe(true);
  });

  it('given two that differ, then that is reported first', () => {
    expect(check('a', 'b')).toEqual({ ok: false, code: 'passwords_differ' });
  });

  it('given a common one, in any case, or the account itself, then it is too weak', () => {
    for (const password of ['password', 'PassWord123', 'Qwerty123', 'ANN@example.com'])
      expect(check(password)).toEqual(weak);
  });

  it('is compared with a list of at least 500 distinct passwords', () => {
    const listed = listCommonPasswords();
    expect(listed.length).toBeGreaterThanOrEqual(500);
    expect(new Set(listed).size).toBe(listed.length);
    for (const password of listed) expect(password).toMatch(/^[^A-Z]{7,}$/);
  });
});

describe('a code', () => {
  const stored = { isUsed: false, hasExpired: false, tries: 5 };

  it('given the fifth attempt, then it may be compared; the sixth, a used code and an expired one may not', () => {
    expect(checkCode(stored, 5)).toEqual({ ok: true, value: true });
    for (const change of [{ tries: 6 }, { isUsed: true }, { hasExpired: true }])
      expect(checkCode({ ...stored, ...change }, 5)).toEqual({ ok: false, code: 'code_expired' });
    expect(checkCode(undefined, 5)).toEqual({ ok: false, code: 'code_wrong' });
  });

  it('has six digits, leading zeros included', () => {
    expect([formatCode(0), formatCode(42), formatCode(999_999)]).toEqual(['000000', '000042', '999999']);
    expect(() => formatCode(1_000_000)).toThrow('six digits');
  });
});

describe('attempts', () => {
  const limit = { count: 3, seconds: 60 };

  it('given the limit, then the next is refused with the longest wait', () => {
    expect(checkAttempts([{ count: 3, secondsLeft: 9, limit }])).toEqual({ ok: true, value: true });
    const full = [
      { count: 4, secondsLeft: 9, limit },
      { count: 5, secondsLeft: 40, limit },
      { count: 1, secondsLeft: 60, limit },
    ];
    expect(checkAttempts(full)).toEqual({ ok: false, code: 'too_many_requests', params: { seconds: '40' } });
    expect(checkAttempts([{ count: 4, secondsLeft: 0, limit }])).toMatchObject({ params: { seconds: '1' } });
  });

  it.each([
    ['10.1.2.3', '10.1.2.3'],
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('given the address %s, then it counts as %s', (ip, key) => {
    expect(addressKey(ip)).toBe(key);
  });

  it.each([{ count: 0, seconds: 1 }, { count: 1, seconds: 1e9 }, { count: 1.5, seconds: 1 }, { count: 1 }, null, 5])(
    'given the limit %j, then it is not a valid setting',
    (json) => {
      expect(authSettings.loginLimits.account.codec.decode(json).ok).toBe(false);
    },
  );
});

describe('names', () => {
  it('given an invite code in any case, then it is read; an empty one is undefined', () => {
    expect(invitationOf(' abc ')).toBe('ABC');
    expect([invitationOf('  '), invitationOf(undefined)]).toEqual([undefined, undefined]);
    expect(['ABCDEFGHJK', '', 'ABC\u0000', '\uD800', 'AB C', 'Ａ'].map(isInvitation)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(nicknameOf('ABCDEFGHJK')).toBe('UserABCDEF');
  });
});

describe('the demo grant', () => {
  const amounts = fc.bigInt({ min: 1n, max: 10n ** 30n }).map((value) => value as Amount);

  it('nets to zero and leaves each party with exactly its own side', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const grant = postDemoGrant({ userId: 7n, round: 1 }, amount);
        expect(netsToZero(grant)).toBe(true);
        expect(changesOf(grant)(userAccount(7n, 'wallet', 'USDT')).available).toBe(amount);
        expect(changesOf(grant)(externalAccount('demo', 'USDT')).available).toBe(-amount);
        expect([grant.mode, grant.kind, grant.ref]).toEqual(['demo', 'demo.grant', 'demo:7:1']);
      }),
    );
  });
});
