import { bindAuthenticator, bindMobile, removePasskey, updatePassword } from '@app/protocol/auth';
import { describe, expect, it } from 'vitest';
import { fieldsToProve } from './step-up.ts';

describe('the fields a challenge is bound to', () => {
  it('are those that will be sent, in wire format', () => {
    expect(fieldsToProve(removePasskey, { id: 247_510_912_204_800_001n })).toBe('{"id":"247510912204800001"}');
  });

  it('leave out the fields that only prove the action', () => {
    const fields = { password: 'tide-pool', re_password: 'tide-pool', code: '402113', google_code: '118304' };
    expect(fieldsToProve(updatePassword, fields)).toBe('{"password":"tide-pool","re_password":"tide-pool"}');
    expect(fieldsToProve(bindMobile, { mobile: '1512345', area_code: '49', code: '402113' })).toBe(
      '{"mobile":"1512345","area_code":"49"}',
    );
  });

  it('given a proof that is not typed yet, then it is not required', () => {
    expect(fieldsToProve(bindAuthenticator, {})).toBe('{}');
  });
});
