import { type Hex, toHex } from 'viem';
import {
  english,
  generateMnemonic,
  HDKey,
  mnemonicToAccount,
  privateKeyToAccount,
  signAuthorization,
} from 'viem/accounts';
import { isAddressEqual, recoverAuthorizationAddress } from 'viem/utils';
import { ACCOUNT_PATHS } from '../address/derive-address.ts';

/** What a deposit address agrees to: from this nonce on, its code is that of a contract; none if that is the zero address. */
export type Delegation = {
  readonly networkId: number;
  /** Where the address stands in the account of deposit addresses. */
  readonly position: number;
  readonly address: string;
  readonly contract: string;
  readonly nonce: number;
};

export type SignedDelegation = Delegation & { readonly r: string; readonly s: string; readonly yParity: number };

/** What holds the keys of the deposit addresses. They sign delegations and nothing else. A module of hardware implements the same. */
export type DepositKeys = {
  delegate(delegation: Delegation): Promise<SignedDelegation>;
};

/** The contract of a delegation that ends one. */
export const NO_CONTRACT = '0x0000000000000000000000000000000000000000';

/** Branch of addresses that receive (BIP-44). */
const RECEIVING = 0;

/**
 * Opens the keys of deposit addresses in memory, from the extended private key of their account. It must be the one whose
 * public key the addresses are derived from.
 */
export function openDepositKeys(extendedPrivateKey: string, extendedPublicKey: string): DepositKeys {
  const account = HDKey.fromExtendedKey(extendedPrivateKey);
  if (account.privateKey === null) throw new Error('the file of deposit keys holds no extended private key');
  if (!isSameAccount(account, HDKey.fromExtendedKey(extendedPublicKey)))
    throw new Error('the file of deposit keys is of another account than ETHEREUM_XPUB');
  const branch = account.deriveChild(RECEIVING);
  return {
    delegate: async (delegation) => {
      const { privateKey } = branch.deriveChild(delegation.position);
      if (privateKey === null) throw new Error(`no key at position ${delegation.position}`);
      const key = toHex(privateKey);
      if (!isAddressEqual(privateKeyToAccount(key).address, delegation.address as Hex))
        throw new Error(`${delegation.address} is not the deposit address at position ${delegation.position}`);
      const { networkId: chainId, contract, nonce } = delegation;
      const signed = await signAuthorization({ privateKey: key, chainId, contractAddress: contract as Hex, nonce });
      if (signed.yParity === undefined) throw new Error('a signature has a parity');
      return { ...delegation, r: signed.r, s: signed.s, yParity: signed.yParity };
    },
  };
}

/** Wallets write depth and parent of a key differently: what derives the addresses is compared. */
function isSameAccount(one: HDKey, other: HDKey): boolean {
  const same = (a: Uint8Array | null, b: Uint8Array | null) =>
    a !== null && b !== null && Buffer.from(a).equals(Buffer.from(b));
  return same(one.publicKey, other.publicKey) && same(one.chainCode, other.chainCode);
}

const SEED_BITS = 256;

/** Makes the words of a new seed of deposit addresses. */
export const newDepositWords = (): string => generateMnemonic(english, SEED_BITS);

/** Returns the account of deposit addresses of a seed. */
export function openDepositAccount(words: string): { extendedPrivateKey: string; extendedPublicKey: string } {
  const account = mnemonicToAccount(words, { path: ACCOUNT_PATHS.ERC20 as never }).getHdKey(); // An account, not an address.
  if (account.privateExtendedKey === null) throw new Error('words have a private key');
  return { extendedPrivateKey: account.privateExtendedKey, extendedPublicKey: account.publicExtendedKey };
}

/** Checks whether a delegation is signed by its address, and is for one network. */
export async function isSoundDelegation(signed: SignedDelegation): Promise<boolean> {
  if (signed.networkId <= 0) return false; // 0 would be valid on every network.
  const signer = await recoverAuthorizationAddress({ authorization: authorizationOf(signed) });
  return isAddressEqual(signer, signed.address as Hex);
}

/** A signed delegation as a transaction carries it. */
export const authorizationOf = ({ networkId, contract, nonce, r, s, yParity }: SignedDelegation) => ({
  chainId: networkId,
  address: contract as Hex,
  nonce,
  r: r as Hex,
  s: s as Hex,
  yParity,
});
