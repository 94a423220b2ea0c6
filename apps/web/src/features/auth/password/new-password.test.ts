import { describe, expect, it } from 'vitest';
import { missingOfPassword, NO_PASSWORD, passwordsDiffer } from './new-password.ts';

const chosen = { password: 'tide-pool', repeated: 'tide-pool' };

describe('a new password', () => {
  it('reports the first missing part', () => {
    expect(missingOfPassword(NO_PASSWORD)).toBe('password');
    expect(missingOfPassword({ password: '12345678', repeated: '12345678' })).toBe('password');
    expect(missingOfPassword({ ...chosen, repeated: 'tide' })).toBe('repeat');
    expect(missingOfPassword({ ...chosen, repeated: 'tide', hasLeft: true })).toBe('differ');
    expect(missingOfPassword({ ...chosen, repeated: 'tidal' })).toBe('differ');
    expect(missingOfPassword(chosen)).toBeUndefined();
    expect(missingOfPassword({ ...chosen, hasLeft: true })).toBeUndefined();
  });

  it('differs from its repetition only when further typing cannot make them equal', () => {
    expect(passwordsDiffer({ ...chosen, repeated: '' })).toBe(false);
    expect(passwordsDiffer({ ...chosen, repeated: 'tide-' })).toBe(false);
    expect(passwordsDiffer({ ...chosen, repeated: 'tidal' })).toBe(true);
    expect(passwordsDiffer({ ...chosen, repeated: 'tide-pools' })).toBe(true);
  });

  it('differs from its repetition once that was left incomplete, and not while it is empty', () => {
    expect(passwordsDiffer({ ...chosen, repeated: 'tide-', hasLeft: true })).toBe(true);
    expect(passwordsDiffer({ ...chosen, hasLeft: true })).toBe(false);
    expect(passwordsDiffer({ ...chosen, repeated: '', hasLeft: true })).toBe(false);
  });
});
