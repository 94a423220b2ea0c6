import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58check, bech32 } from '@scure/base';
import { type Chain, checkAddress } from '../payee/index.ts';

/** A public key on secp256k1, in both encodings. */
export type PublicKey = {
  /** 33 bytes. */
  readonly compressed: Uint8Array;
  /** 65 bytes, the first of them 4. */
  readonly uncompressed: Uint8Array;
};

const TRON = 0x41;
const checked = base58check(sha256);

/** Returns the address of a public key: EIP-55 on Ethereum, native segwit (BIP-84) on Bitcoin, base58 on Tron. */
export function addressOfKey(chain: Chain, key: PublicKey): string {
  switch (chain) {
    case 'ERC20': {
      const checkedForm = checkAddress('ERC20', `0x${hexOf(accountOf(key))}`);
      if (!checkedForm.ok) throw new Error('an address of a key is always well formed');
      return checkedForm.value;
    }
    case 'BTC':
      return bech32.encode('bc', [0, ...bech32.toWords(ripemd160(sha256(key.compressed)))]);
    case 'TRC20':
      return checked.encode(Uint8Array.from([TRON, ...accountOf(key)]));
  }
}

/** The last 20 bytes of the key's hash name an account of an EVM. */
const accountOf = ({ uncompressed }: PublicKey) => keccak_256(uncompressed.subarray(1)).subarray(12);

const hexOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
