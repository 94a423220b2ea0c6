export type Wanted =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'newest'; readonly symbol: string }
  | { readonly kind: 'tick'; readonly symbol: string; readonly seq: number }
  | { readonly kind: 'unreadable'; readonly symbol: string | undefined };

const PATH = '/pages/plus/verify';

/** What a link asks for. A number that is none must not quietly become the newest. */
export function readAddress(address: URLSearchParams): Wanted {
  const symbol = address.get('symbol') || undefined;
  const seq = address.get('seq') || undefined;
  if (symbol === undefined) return seq === undefined ? { kind: 'nothing' } : { kind: 'unreadable', symbol };
  if (seq === undefined) return { kind: 'newest', symbol };
  const number = readTickNumber(seq);
  return number === undefined ? { kind: 'unreadable', symbol } : { kind: 'tick', symbol, seq: number };
}

/** As a person types or pastes it: thousands may be apart. */
export function readTickNumber(text: string): number | undefined {
  const digits = text.replace(/^#/, '').replace(/[\s,]/g, '');
  return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : undefined;
}

/** To be shared: whoever opens it checks the same tick. */
export const addressOf = (symbol: string, seq?: number): string =>
  `${PATH}?${new URLSearchParams({ symbol, ...(seq !== undefined && { seq: String(seq) }) })}`;
