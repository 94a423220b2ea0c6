import type { Bytes } from '@app/verifier';

/** Encodes like the verifier's `toHex` and `fromHex`, which run anywhere and take fifty times as long. */
export const hexOf = (bytes: Bytes): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');

/** Decodes text already known to be hexadecimal: anything after another character would be dropped. */
export const bytesOf = (text: string): Bytes => new Uint8Array(Buffer.from(text, 'hex'));
