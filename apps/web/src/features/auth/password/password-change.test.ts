import { describe, expect, it } from 'vitest';
import { missingForChange } from './password-change.ts';

const form = { code: '402113', password: 'tide-pool', repeated: 'tide-pool' };
const bare = { hasAuthenticator: false, wasSent: true };
const bound = { hasAuthenticator: true, wasSent: false };

describe('a password change', () => {
  it('reports the first missing part, in the order of the page', () => {
    expect(missingForChange(form, { ...bare, wasSent: false })).toBe('sent');
    expect(missingForChange({ ...form, code: '40' }, bare)).toBe('code');
    expect(missingForChange({ ...form, password: 'tide' }, bare)).toBe('password');
    expect(missingForChange({ ...form, repeated: 'tide' }, bare)).toBe('repeat');
    expect(missingForChange(form, bare)).toBeUndefined();
  });

  it('given an authenticator, then no code has to be sent', () => {
    expect(missingForChange({ ...form, code: '' }, bound)).toBe('google');
    expect(missingForChange(form, bound)).toBeUndefined();
  });
});
