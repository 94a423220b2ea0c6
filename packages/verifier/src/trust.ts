import { type Bytes, isSame, isSigned, toHex } from './bytes.ts';
import { type Header, headerBytes, keyIdOf, type PriceKey } from './header.ts';

/** A block's hash as it was published at the time: whoever kept one cannot be told another story. */
export type Head = { readonly number: number; readonly hash: Bytes };
/** What evidence brings along: it fits together in a forged history too. */
export type Trust = { readonly keys: readonly PriceKey[]; readonly heads: readonly Head[] };
/** What the reader kept himself, apart from the evidence. A key is its 32 bytes, or the 8 of its name. */
export type Kept = { readonly keptHeads?: readonly Head[]; readonly keptKeys?: readonly Bytes[] };
export type Span = { readonly from: number; readonly to: number };

/** What evidence stands on, once nothing was found against it. Only a kept head pins; a told one is the evidence's own word. */
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

/** Whoever kept heads wants one of them reached: otherwise they stand against nothing. */
export const isReached = (span: Span, keptHeads: readonly Head[]): boolean =>
  keptHeads.length === 0 || lastWithin(span, keptHeads) !== undefined;

const lastWithin = ({ from, to }: Span, heads: readonly Head[]): Head | undefined =>
  heads.filter(({ number }) => number >= from && number <= to).sort((a, b) => b.number - a.number)[0];

/** Each key from a later block than the one before it, so that no two claim the same block. */
export const areInOrder = (keys: readonly PriceKey[]): boolean =>
  keys.every(({ fromBlock: from }, index) => Number.isSafeInteger(from) && from > (keys[index - 1]?.fromBlock ?? -1));

/** The one key that may sign a block: that of its number, which the header names, and whose name is its own hash. */
async function signerOf({ number, keyId }: Header, keys: readonly PriceKey[]): Promise<PriceKey | undefined> {
  const [key] = keys.filter(({ fromBlock }) => fromBlock <= number).sort((a, b) => b.fromBlock - a.fromBlock);
  const isIt = key?.id === keyId && (await keyIdOf(key.publicKey)) === keyId;
  return isIt ? key : undefined;
}

export async function isSignedHeader(header: Header, signature: Bytes, keys: readonly PriceKey[]): Promise<boolean> {
  const signer = await signerOf(header, keys);
  return signer !== undefined && (await isSigned(headerBytes(header), signature, signer.publicKey));
}

/** A name is 64 bits of a hash: whoever kept the whole key has it compared as a whole. */
export async function isKeptSigner(header: Header, keys: readonly PriceKey[], keptKeys: readonly Bytes[]) {
  if (keptKeys.length === 0) return true;
  const signer = await signerOf(header, keys);
  return signer !== undefined && keptKeys.some((it) => isSame(it, signer.publicKey) || toHex(it) === signer.id);
}
