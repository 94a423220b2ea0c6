import { describe, expect, it } from 'vitest';
import { EMPTY_FORM, isEmail, missingForAccount, missingForPassword, passwordsDiffer } from './register-form.ts';

const form = { ...EMPTY_FORM, account: 'mira@example.com', code: '402113' };
const chosen = { ...form, password: 'tide-pool', repeated: 'tide-pool' };

describe('the form of a new account', () => {
  it('asks for the first thing that is missing, in the order of the page', () => {
    expect(missingForAccount(EMPTY_FORM, false)).toBe('email');
    expect(missingForAccount(form, false)).toBe('sent');
    expect(missingForAccount({ ...form, code: '40' }, true)).toBe('code');
    expect(missingForAccount(form, true)).toBeUndefined();
    expect(missingForPassword(form)).toBe('password');
    expect(missingForPassword({ ...chosen, repeated: 'tide' })).toBe('repeat');
    expect(missingForPassword(chosen)).toBe('agree');
    expect(missingForPassword({ ...chosen, agrees: true })).toBeUndefined();
  });

  it('calls passwords different only when typing on cannot make them equal', () => {
    expect(passwordsDiffer({ ...chosen, repeated: 'tide-' })).toBe(false);
    expect(passwordsDiffer({ ...chosen, repeated: 'tidal' })).toBe(true);
    expect(passwordsDiffer({ ...chosen, repeated: 'tide-pools' })).toBe(true);
  });

  it.each([
    ['a@b.co', true],
    [' a@b.co ', true],
    ['a@b', false],
    ['a b@c.de', false],
  ])('takes %j for an address: %s', (text, expected) => {
    expect(isEmail(text)).toBe(expected);
  });
});
