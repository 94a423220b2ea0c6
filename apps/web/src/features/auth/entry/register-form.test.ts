import { describe, expect, it } from 'vitest';
import { EMPTY_FORM, invitedBy, missingForAccount, missingForPassword, stepOfField } from './register-form.ts';

const account = { user_string: 'mira@example.com', type: 'email' } as const;
const step = { country: 'DE', isClosed: false, channel: 'email' as const, account, wasSent: true, code: '402113' };
const chosen = { ...EMPTY_FORM, password: 'tide-pool', repeated: 'tide-pool' };

describe('the registration form', () => {
  it('reports the first missing part, in the order of the page', () => {
    expect(missingForAccount({ ...step, country: undefined, account: undefined })).toBe('country');
    expect(missingForAccount({ ...step, isClosed: true, account: undefined })).toBe('other_country');
    expect(missingForAccount({ ...step, account: undefined, wasSent: false })).toBe('email');
    expect(missingForAccount({ ...step, channel: 'mobile', account: undefined })).toBe('mobile');
    expect(missingForAccount({ ...step, wasSent: false })).toBe('sent');
    expect(missingForAccount({ ...step, code: '40' })).toBe('code');
    expect(missingForAccount(step)).toBeUndefined();
    expect(missingForPassword(EMPTY_FORM)).toBe('password');
    expect(missingForPassword({ ...chosen, repeated: 'tide' })).toBe('repeat');
    expect(missingForPassword({ ...chosen, repeated: 'tide', hasLeft: true })).toBe('differ');
    expect(missingForPassword(chosen)).toBe('agree');
    expect(missingForPassword({ ...chosen, agrees: true })).toBeUndefined();
  });

  it.each([
    ['country', 1],
    ['account', 1],
    ['code', 1],
    ['password', 2],
    ['agree', 2],
    ['form', 2],
  ] as const)('shows an error of %s on step %d', (field, expected) => {
    expect(stepOfField(field)).toBe(expected);
  });

  it.each([
    ['?code=TM4F2K7XYZ', 'TM4F2K7XYZ'],
    ['?redirect=%2Fpages&code=%20ab%20', 'ab'],
    [`?code=${'A'.repeat(40)}`, 'A'.repeat(16)],
    ['', ''],
  ])('reads from %j the invite code %j', (search, expected) => {
    expect(invitedBy(search)).toBe(expected);
  });
});
