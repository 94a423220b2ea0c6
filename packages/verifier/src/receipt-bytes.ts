import { type Bytes, sha256, textBytes, toHex } from './bytes.ts';

/** Name of the tree of receipts in a block. */
export const RECEIPTS_ROOT = 'receipts';

/** A receipt as issued, without the evidence that the API adds. */
export type IssuedReceipt = { readonly id: string; readonly kind: string; readonly body: unknown };

/** Returns the leaf of a receipt in the tree of receipts: its canonical JSON. */
export const receiptBytes = ({ id, kind, body }: IssuedReceipt): Bytes => textBytes(canonicalJson({ id, kind, body }));

/** Returns the hash by which the next receipt of the same ladder names this one. */
export const receiptHash = async (receipt: IssuedReceipt): Promise<string> =>
  toHex(await sha256(receiptBytes(receipt)));

/**
 * Encodes a value in exactly one way: keys by code unit, no spaces, whole numbers only. Throws for anything that has no
 * such form, such as a fraction or undefined.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object') throw new Error('no canonical form');
  const fields = value as Readonly<Record<string, unknown>>; // Any object has fields.
  let text = '';
  // The engine does this for every outcome, and sorting keys by code unit is faster than sorting entries.
  for (const key of Object.keys(fields).sort())
    text += `${text === '' ? '' : ','}${quote(key)}:${canonicalJson(fields[key])}`;
  return `{${text}}`;
}

/** Text that JSON only puts in quotes: nearly all of a receipt. */
const PLAIN = /^[\w .:/+-]*$/;

const quote = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text));
