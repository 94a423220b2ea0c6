import { CallRefused } from '@app/client/call';
import { describe, expect, it } from 'vitest';
import { isFrozen, lockedSeconds, needsAuthenticator, refusedField } from './form-errors.ts';

type Body = { params?: Record<string, string>; fields?: string[] };
const refused = (error: string, body: Body = {}) => new CallRefused({ error, type: 'error', message: error, ...body });

describe('a refusal', () => {
  it.each([
    ['code_wrong', 'code'],
    ['code_expired', 'code'],
    ['login_failed', 'password'],
    ['passwords_differ', 'repeated'],
    ['google_code_wrong', 'google'],
    ['registration_failed', 'account'],
    ['country_closed', 'country'],
    ['account_malformed', 'account'],
    ['code_malformed', 'code'],
    ['password_missing', 'password'],
    ['country_unknown', 'country'],
    ['invite_code_unknown', 'invite'],
    ['risk_not_acknowledged', 'agree'],
    ['account_frozen', 'form'],
    ['something_new', 'form'],
  ])('%s is shown at %s', (code, field) => {
    expect(refusedField(refused(code))).toBe(field);
  });

  it('given it names a wire field, then it is shown there', () => {
    expect(refusedField(refused('parameter_error', { fields: ['app_id', 'area_code'] }))).toBe('account');
    expect(refusedField(refused('parameter_error', { fields: ['app_id'] }))).toBe('form');
  });

  it('that never arrived belongs to no field', () => {
    expect(refusedField(new Error('no answer'))).toBe('form');
  });

  it('requires the authenticator only if the server does', () => {
    expect(needsAuthenticator(refused('google_code_required'))).toBe(true);
    expect(needsAuthenticator(refused('google_code_wrong'))).toBe(false);
  });

  it('reports a frozen account only if the server does', () => {
    expect(isFrozen(refused('account_frozen'))).toBe(true);
    expect(isFrozen(refused('login_failed'))).toBe(false);
  });

  it.each([
    ['too_many_requests', '41.2', 42],
    ['too_many_requests', 'soon', undefined],
    ['too_many_requests', '0', undefined],
    ['login_failed', '60', undefined],
  ])('%s with %s s locks for %s s', (code, seconds, expected) => {
    expect(lockedSeconds(refused(code, { params: { seconds } }))).toBe(expected);
  });
});
