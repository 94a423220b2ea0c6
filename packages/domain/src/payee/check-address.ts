import { type Decision, ok, refuse } from '@app/base';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, base58check, bech32, bech32m } from '@scure/base';
import { type Chain, NETWORKS } from './chains.ts';

/** Longest address of any chain: a segwit address may have 90 characters (BIP-173). */
export const ADDRESS_LENGTH_MAX = 90;

export type AddressRefusal =
  | 'address_has_asterisk'
  | 'address_malformed'
  | 'address_checksum_wrong'
  | 'address_of_other_chain'
  | 'address_of_test_network';

/** What a text is: an address of a chain in its standard form, or what is wrong with it. */
type Reading =
  | { readonly chain: Chain; readonly address: string }
  | { readonly chain: Chain; readonly fault: 'checksum' | 'test' | 'form' }
  | undefined;

/**
 * Checks an address of a chain and returns its standard form: EIP-55 for Ethereum, lower case for bech32. Only main
 * networks are accepted. An address of another chain is named as such, because that is the costliest mistake.
 */
export function checkAddress(chain: Chain, text: string): Decision<string, AddressRefusal> {
  const typed = text.trim();
  if (typed.includes('*')) return refuse('address_has_asterisk');
  const reading = readAddress(typed);
  if (reading === undefined) return refuse('address_malformed');
  if (reading.chain !== chain)
    return refuse('address_of_other_chain', { found: NETWORKS[reading.chain], chosen: chain });
  if ('address' in reading) return ok(reading.address);
  switch (reading.fault) {
    case 'checksum':
      return refuse('address_checksum_wrong');
    case 'test':
      return refuse('address_of_test_network');
    case 'form':
      return refuse('address_malformed');
  }
}

/** Returns the chain a text looks like an address of, right or wrong; undefined if it looks like none. */
export const chainOfAddress = (text: string): Chain | undefined => readAddress(text.trim())?.chain;

function readAddress(text: string): Reading {
  if (text.length > ADDRESS_LENGTH_MAX) return undefined;
  if (/^0x/i.test(text)) return readEthereum(text);
  if (SEGWIT_START.test(text)) return readSegwit(text);
  return readBase58(text);
}

/** In one case: a Tron address may start with `TB1` or `Tb1`, and goes on in both. */
const SEGWIT_START = /^(?:(?:bc|tb|bcrt)1|(?:BC|TB|BCRT)1[^a-z]*$)/;
const HEX_ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** EIP-55. An address in one case has no checksum and is accepted; one in mixed case must have the right one. */
function readEthereum(text: string): Reading {
  const chain = 'ERC20';
  if (!HEX_ADDRESS.test(text)) return { chain, fault: 'form' };
  const digits = text.slice(2);
  const address = withChecksum(digits.toLowerCase());
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return isOneCase || address === text ? { chain, address } : { chain, fault: 'checksum' };
}

/** Writes each letter in upper case where the hash of the lower-case digits has a nibble of at least eight. */
function withChecksum(lower: string): string {
  const hash = keccak_256(Uint8Array.from(lower, (digit) => digit.charCodeAt(0)));
  const isUpper = (index: number) => (((hash[index >> 1] ?? 0) >> (index % 2 === 0 ? 4 : 0)) & 0xf) >= 8;
  return `0x${[...lower].map((digit, index) => (isUpper(index) ? digit.toUpperCase() : digit)).join('')}`;
}

const WITNESS_VERSION_MAX = 16;

/**
 * BIP-173 and BIP-350: version 0 uses bech32 and has 20 or 32 bytes, later versions use bech32m and have 2 to 40. Both
 * checksums are tried, so that a wrong one is told from a wrong form.
 */
function readSegwit(text: string): Reading {
  const chain = 'BTC';
  const decoded = bech32.decodeUnsafe(text) ?? bech32m.decodeUnsafe(text);
  if (decoded === undefined) return { chain, fault: hasBech32Form(text) ? 'checksum' : 'form' };
  const [version = WITNESS_VERSION_MAX + 1, ...words] = decoded.words;
  const program = bech32.fromWordsUnsafe(words);
  if (program === undefined || !isProgram(version, program.length)) return { chain, fault: 'form' };
  const isRight = (version === 0 ? bech32 : bech32m).decodeUnsafe(text) !== undefined;
  if (!isRight) return { chain, fault: 'checksum' };
  return decoded.prefix === 'bc' ? { chain, address: text.toLowerCase() } : { chain, fault: 'test' };
}

const isProgram = (version: number, bytes: number) =>
  version === 0 ? bytes === 20 || bytes === 32 : version <= WITNESS_VERSION_MAX && bytes >= 2 && bytes <= 40;

const BECH32_FORM = /^(?:bc|tb|bcrt)1[qpzry9x8gf2tvdw0s3jn54khce6mua7l]{8,}$/;

const hasBech32Form = (text: string) =>
  (text === text.toLowerCase() || text === text.toUpperCase()) && BECH32_FORM.test(text.toLowerCase());

/** First byte of a base58 address: Bitcoin's key and script hashes, Tron, and those of their test networks. */
const VERSIONS: ReadonlyMap<number, { chain: Chain; isTest: boolean }> = new Map([
  [0x00, { chain: 'BTC', isTest: false }],
  [0x05, { chain: 'BTC', isTest: false }],
  [0x6f, { chain: 'BTC', isTest: true }],
  [0xc4, { chain: 'BTC', isTest: true }],
  [0x41, { chain: 'TRC20', isTest: false }],
  [0xa0, { chain: 'TRC20', isTest: true }],
]);

const checked = base58check(sha256);
const ADDRESS_BYTES = 21;
const CHECKSUM_BYTES = 4;

function readBase58(text: string): Reading {
  const bytes = attempt(() => base58.decode(text));
  const version = VERSIONS.get(bytes?.[0] ?? -1);
  if (bytes?.length !== ADDRESS_BYTES + CHECKSUM_BYTES || version === undefined) return unreadableBase58(text);
  const { chain, isTest } = version;
  if (attempt(() => checked.decode(text)) === undefined) return { chain, fault: 'checksum' };
  return isTest ? { chain, fault: 'test' } : { chain, address: text };
}

/** A text of the wrong length or with a letter that base58 lacks: its first letter still says what it was meant to be. */
function unreadableBase58(text: string): Reading {
  if (!/^[1-9A-Za-z]{25,36}$/.test(text)) return undefined;
  if (text.startsWith('T')) return { chain: 'TRC20', fault: 'form' };
  return /^[13]/.test(text) ? { chain: 'BTC', fault: 'form' } : undefined;
}

/** Decoders throw for malformed text, which is no defect here. */
function attempt<Value>(decode: () => Value): Value | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}
