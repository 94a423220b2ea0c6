export type Wanted =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'newest'; readonly symbol: string }
  | { readonly kind: 'tick'; readonly symbol: string; readonly seq: number }
  | { readonly kind: 'receipt'; readonly id: string }
  | { readonly kind: 'unreadable'; readonly symbol: string | undefined }
  | { readonly kind: 'unreadable_receipt' };

/** Path of the form that selects what to check. */
export const FORM = '/pages/plus/verify';

/** Parses a link. An invalid number must not silently become the newest tick. */
export function readAddress(address: URLSearchParams): Wanted {
  const receipt = address.get('id');
  if (receipt !== null) return wantedReceipt(readReceiptId(receipt));
  const symbol = address.get('symbol') || undefined;
  const seq = address.get('seq') || undefined;
  if (symbol === undefined) return seq === undefined ? { kind: 'nothing' } : { kind: 'unreadable', symbol };
  if (seq === undefined) return { kind: 'newest', symbol };
  const number = readTickNumber(seq);
  return number === undefined ? { kind: 'unreadable', symbol } : { kind: 'tick', symbol, seq: number };
}

const wantedReceipt = (id: string | undefined): Wanted =>
  id === undefined ? { kind: 'unreadable_receipt' } : { kind: 'receipt', id };

/** Largest signed 64-bit id. */
const LARGEST_ID = 2n ** 63n - 1n;

/** Parses a pasted trade number; returns undefined if it cannot be one. */
export function readReceiptId(text: string): string | undefined {
  const digits = text.replace(/^#/, '').replace(/[\s,]/g, '');
  return /^[1-9]\d{0,18}$/.test(digits) && BigInt(digits) <= LARGEST_ID ? digits : undefined;
}

/** Builds a link to share: it opens a recheck of the same trade. */
export const receiptAddress = (id: string): string => `${FORM}?${new URLSearchParams({ id })}`;

/** Parses a typed or pasted tick number; allows thousands separators. */
export function readTickNumber(text: string): number | undefined {
  const digits = text.replace(/^#/, '').replace(/[\s,]/g, '');
  return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : undefined;
}

/** Builds a link to share: it opens a check of the same tick. */
export const addressOf = (symbol: string, seq?: number): string =>
  `${FORM}?${new URLSearchParams({ symbol, ...(seq !== undefined && { seq: String(seq) }) })}`;
