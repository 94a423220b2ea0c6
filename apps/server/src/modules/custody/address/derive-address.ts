import { ECDH } from 'node:crypto';
import { addressOfKey } from '@app/domain/deposit';
import type { Chain } from '@app/domain/payee';
import { HDKey } from 'viem/accounts';

/** Derives the deposit address at a position. */
export type DeriveAddress = (position: number) => string;

/** Branch of addresses that receive (BIP-44); change has 1. */
const RECEIVING = 0;

/** The account's part of the path. */
export const ACCOUNT_PATHS = {
  ERC20: "m/44'/60'/0'",
  BTC: "m/84'/0'/0'",
  TRC20: "m/44'/195'/0'",
} as const satisfies Record<Chain, string>;

/**
 * Creates the derivation of a chain's addresses from the extended public key of its account, from which no private key
 * can be derived. An extended private key is refused: this code must never hold one.
 */
export function createDerivation(chain: Chain, extendedKey: string): DeriveAddress {
  if (!extendedKey.startsWith('xpub')) throw new Error('an extended public key begins with xpub');
  const branch = HDKey.fromExtendedKey(extendedKey).deriveChild(RECEIVING);
  return (position) => {
    const { publicKey } = branch.deriveChild(position);
    if (publicKey === null) throw new Error(`no key at position ${position}`);
    return addressOfKey(chain, { compressed: publicKey, uncompressed: uncompress(publicKey) });
  };
}

function uncompress(publicKey: Uint8Array): Uint8Array {
  const key = ECDH.convertKey(publicKey, 'secp256k1', undefined, undefined, 'uncompressed');
  if (typeof key === 'string') throw new Error('without an encoding a key is bytes');
  return new Uint8Array(key);
}
