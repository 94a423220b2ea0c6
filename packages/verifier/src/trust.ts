import { type Bytes, isSame, isSigned, toHex } from './bytes.ts';
import { type Header, headerBytes, keyIdOf, type PriceKey } from './header.ts';

/** Block hash as published at the time; a reader who kept one cannot be shown another history. */
export type Head = { readonly number: number; readonly hash: Bytes };
/** Keys and heads included in the evidence; a forged history would be consistent with its own as well. */
export type Trust = { readonly keys: readonly PriceKey[]; readonly heads: readonly Head[] };
/** Heads and keys the reader kept, independent of the evidence. A key is its 32 bytes, or the 8 of its id. */
export type Kept = { readonly keptHeads?: readonly Head[]; readonly keptKeys?: readonly Bytes[] };
export type Span = { readonly from: number; readonly to: number };

/** What valid evidence rests on. Only a kept head pins it; a head included in the evidence is merely its own claim. */
export type Ground = {
  readonly keptHead: Head | undefined;
  readonly publishedHead: Head | undefined;
  readonly isKeyKept: boolean;
};

export const groundOf = (span: Span, { heads }: Trust, { keptHeads = [], keptKeys = [] }: Kept): Ground => ({
  keptHead: lastWithin(span, keptHeads),
  publishedHead: lastWithin(span, heads),
  isKeyKept: keptKeys.length > 0,
});

/** Whether one of the kept heads is within the span, if there are any: otherwise they would verify nothing. */
export const isReached = (span: Span, keptHeads: readonly Head[]): boolean =>
  keptHeads.length === 0 || lastWithin(span, keptHeads) !== undefined;

const lastWithin = ({ from, to }: Span, heads: readonly Head[]): Head | undefined =>
  heads.filter(({ number }) => number >= from && number <= to).sort((a, b) => b.number - a.number)[0];

/** Whether each key starts at a later block than the one before it, so that no two claim the same block. */
export const areInOrder = (keys: readonly PriceKey[]): boolean =>
  keys.every(({ fromBlock: from }, index) => Number.isSafeInteger(from) && from > (keys[index - 1]?.fromBlock ?? -1));

/**
 * Returns the only key that may sign a block: the one valid for its number, named in the header, with an id that is its
 * own hash.
 */
async function signerOf({ number, keyId }: Header, keys: readonly PriceKey[]): Promise<PriceKey | undefined> {
  const [key] = keys.filter(({ fromBlock }) => fromBlock <= number).sort((a, b) => b.fromBlock - a.fromBlock);
  const isIt = key?.id === keyId && (await keyIdOf(key.publicKey)) === keyId;
  return isIt ? key : undefined;
}

export async function isSignedHeader(header: Header, signature: Bytes, keys: readonly PriceKey[]): Promise<boolean> {
  const signer = await signerOf(header, keys);
  return signer !== undefined && (await isSigned(headerBytes(header), signature, signer.publicKey));
}

/** Whether a kept key signed the block. An id is 64 bits of a hash; a key kept in full is compared in full. */
export async function isKeptSigner(header: Header, keys: readonly PriceKey[], keptKeys: readonly Bytes[]) {
  if (keptKeys.length === 0) return true;
  const signer = await signerOf(header, keys);
  return signer !== undefined && keptKeys.some((it) => isSame(it, signer.publicKey) || toHex(it) === signer.id);
}
