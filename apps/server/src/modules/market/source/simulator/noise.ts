import { createHash } from 'node:crypto';

/** 64 bits, in halves: few enough to be fast, too many for brute force. */
export type Key = { readonly low: number; readonly high: number };

/**
 * Stateless randomness: the same key and number give the same value in every process, whatever was drawn before; a salt
 * gives another one. Fast and well distributed, but not a cipher: the seed reveals all future values.
 */
export function hash({ low, high }: Key, number: number, salt = 0): number {
  let bits = Math.imul(number ^ low, 0x9e3779b1);
  bits = Math.imul(bits ^ (bits >>> 16) ^ high, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13) ^ salt, 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** Derives a key from names, so that every curve of every seed is independent and reveals nothing about another. */
export function keyOf(...names: readonly string[]): Key {
  const digest = createHash('sha256').update(JSON.stringify(names)).digest();
  return { low: digest.readUInt32LE(0), high: digest.readUInt32LE(4) };
}

const HIGH_SALT = 0x165667b1;

/** Derives a subkey for a number, with no fewer bits: each half comes from a different mix of both. */
export const keyUnder = ({ low, high }: Key, number: number): Key => ({
  low: hash({ low, high }, number),
  high: hash({ low: high, high: low }, number, HIGH_SALT),
});

/** Maps bits to a number from 0 to below 1. */
export const share = (bits: number) => bits / 2 ** 32;

const BYTES_MEAN = 510;
const BYTES_DEVIATION = Math.sqrt((4 * (256 ** 2 - 1)) / 12);

/** Approximates a normal distribution by the sum of four bytes: mean 0, deviation 1, never beyond 3.5. */
export function bell(bits: number): number {
  const sum = (bits & 255) + ((bits >>> 8) & 255) + ((bits >>> 16) & 255) + (bits >>> 24);
  return (sum - BYTES_MEAN) / BYTES_DEVIATION;
}
