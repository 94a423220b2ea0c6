import { describe, expect, it } from 'vitest';
import { HOME_PATH, LOGIN_PATH, loginWithReturn, returnAddress } from './return-address.ts';

const known = new Set([HOME_PATH, LOGIN_PATH, '/pages/fund/assets']);
const backFrom = (address: string) => returnAddress(loginWithReturn(address).split('?')[1] ?? '', known);

describe('the return address after login', () => {
  it('is where the user was, with its query', () => {
    expect(backFrom('/pages/fund/assets?account=wallet&x=1')).toBe('/pages/fund/assets?account=wallet&x=1');
  });

  it.each(['https://evil.example', '//evil.example', 'javascript:alert(1)', '/pages/nowhere', LOGIN_PATH, ''])(
    'is never %j',
    (address) => {
      expect(backFrom(address)).toBe(HOME_PATH);
    },
  );

  it('is the home page when none is given', () => {
    expect(returnAddress('', known)).toBe(HOME_PATH);
  });
});
