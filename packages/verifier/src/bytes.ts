export type Bytes = Uint8Array;

/**
 * Web Crypto as available in Node and every browser; declared here, because this package compiles without the types of
 * either.
 */
declare const crypto: {
  readonly subtle: {
    digest(name: 'SHA-256', data: Bytes): Promise<ArrayBuffer>;
    importKey(form: 'raw', key: Bytes, name: 'Ed25519', exportable: false, uses: readonly ['verify']): Promise<object>;
    verify(name: 'Ed25519', key: object, signature: Bytes, data: Bytes): Promise<boolean>;
  };
};

declare const TextEncoder: new () => { encode(text: string): Bytes };

export const sha256 = async (data: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', data));

export async function isSigned(data: Bytes, signature: Bytes, publicKey: Bytes): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
  return await crypto.subtle.verify('Ed25519', key, signature, data);
}

export const isSame = (a: Bytes, b: Bytes): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);
export const toHex = (bytes: Bytes): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export function join(...parts: readonly Bytes[]): Bytes {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Parses two lowercase digits per byte, the only accepted form. */
export function fromHex(text: string): Bytes {
  if (!/^(?:[0-9a-f]{2})*$/.test(text)) throw new Error('not hexadecimal');
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export const textBytes = (text: string): Bytes => new TextEncoder().encode(text);

/** Returns eight bytes, highest first. */
export function uint64(value: number | bigint): Bytes {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(value));
  return new Uint8Array(view.buffer);
}
