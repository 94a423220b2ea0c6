const WORDS = 2 ** 32;

/** Hash of no number. */
export const HASH_START = 0x9e3779b9;

/**
 * Returns the hash of one more number, from 0 to below 2⁵³: its low and its high 32 bits are each mixed in by the
 * finalizer of MurmurHash3, which every language can repeat in unsigned arithmetic of 32 bits.
 */
export const hashOn = (hash: number, number: number): number =>
  mix(mix(hash ^ (number % WORDS)) ^ Math.floor(number / WORDS)) >>> 0;

function mix(word: number): number {
  let bits = word;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
