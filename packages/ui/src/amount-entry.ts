/**
 * What an amount field holds while it is typed: digits and at most one point, never more places than allowed.
 * "" and "1." are normal states of a field, not errors.
 */
const DIGITS_MAX = 20;
const HELD = /^\d*(?:\.\d*)?$/;

/** The field after a keystroke; what does not fit leaves it as it was. */
export function typeAmount(before: string, after: string, places: number): string {
  const text = after.replaceAll(',', '.');
  return HELD.test(text) ? (settle(text, places) ?? before) : before;
}

/** The amount in a pasted text, or nothing when it cannot be told which separator is which. */
export function readPastedAmount(pasted: string, places: number): string | undefined {
  const text = pasted.replace(/[\s\u00a0\u202f']/g, '').replace(/^\p{L}+|\p{L}+$/gu, '');
  if (!/^\d[\d.,]*$|^[.,]\d+$/.test(text)) return undefined;
  const plain = withoutThousands(text);
  return plain === undefined || !HELD.test(plain) ? undefined : settle(plain, places);
}

/** Groups of three are thousands; a lone separator is a point, except a comma before exactly three digits. */
function withoutThousands(text: string): string | undefined {
  if (/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/.test(text)) return text.replaceAll(',', '');
  if (/^[1-9]\d{0,2}(?:\.\d{3})+,\d*$/.test(text) || /^[1-9]\d{0,2}(?:\.\d{3}){2,}$/.test(text))
    return text.replaceAll('.', '').replace(',', '.');
  return /^\d*[.,]?\d*$/.test(text) ? text.replace(',', '.') : undefined;
}

/** No leading zeros, no bare point, and places beyond the last allowed one are cut, not rounded. */
function settle(text: string, places: number): string | undefined {
  const [whole = '', decimals] = text.split('.');
  const digits = whole.replace(/^0+(?=\d)/, '');
  if (digits.length > DIGITS_MAX) return undefined;
  if (decimals === undefined || places === 0) return digits;
  return `${digits === '' ? '0' : digits}.${decimals.slice(0, places)}`;
}
