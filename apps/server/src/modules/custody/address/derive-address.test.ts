import { type HDKey, mnemonicToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { ACCOUNT_PATHS, createDerivation } from './derive-address.ts';

const ABANDON = `${'abandon '.repeat(11)}about`;
const ANVIL = `${'test '.repeat(11)}junk`;

const accountKey = (words: string, path: string): HDKey => {
  const seed = mnemonicToAccount(words, { path: path as never }).getHdKey(); // The account's own key, whole.
  return seed;
};

describe('addresses of an extended public key', () => {
  it.each([
    // BIP-84's own vectors, and the addresses that wallets show for these words.
    ['BTC', ABANDON, 0, 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
    ['BTC', ABANDON, 1, 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g'],
    ['ERC20', ABANDON, 0, '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
    ['ERC20', ABANDON, 1, '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0'],
    ['ERC20', ANVIL, 0, '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    ['ERC20', ANVIL, 9, '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'],
    ['TRC20', ABANDON, 0, 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'],
  ] as const)('are those that wallets derive: %s of "%s" at %i', (chain, words, position, address) => {
    const { publicExtendedKey } = accountKey(words, ACCOUNT_PATHS[chain]);
    expect(createDerivation(chain, publicExtendedKey)(position)).toBe(address);
  });

  it('are derived from no private key: one is refused', () => {
    const { privateExtendedKey } = accountKey(ANVIL, ACCOUNT_PATHS.ERC20);
    expect(() => createDerivation('ERC20', privateExtendedKey ?? '')).toThrow('begins with xpub');
  });
});
