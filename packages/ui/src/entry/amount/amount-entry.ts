/**
 * Format of an amount field while it is typed: ASCII digits and at most one point, never more places than allowed. ""
 * and "1." are normal states of a field, not errors.
 */
const DIGITS_MAX = 20;
const HELD = /^\d*(?:\.\d*)?$/;
/**
 * Maximum length of pasted text. Sign, digits, separators and a unit take less; longer text is not an amount and is not
 * searched for one.
 */
const PASTED_MAX = 64;
/** A unit is a ticker or a currency sign, but not a single letter: 1.23M would lose its million. */
const UNIT = /^(?:≈ ?)?(?:\p{Sc}|[A-Z]{3,})|(?:\p{Sc}|[A-Z]{3,})$/gu;
/** Digits of full-width, Arabic, Persian and Thai keyboards: the last hexadecimal digit of each is its value. */
const OTHER_DIGITS = /[\uff10-\uff19\u0660-\u0669\u06f0-\u06f9\u0e50-\u0e59]/g;
const OTHER_POINTS = /[\uff0e\u3002\u066b]/g;
const OTHER_COMMAS = /[\uff0c\u066c]/g;

/** Returns the field after a keystroke; input that does not fit leaves it unchanged. */
export function typeAmount(before: string, after: string, places: number): string {
  const text = inAscii(after).replaceAll(',', '.');
  return HELD.test(text) ? (settle(text, places) ?? before) : before;
}

/** Returns the amount in a pasted text, or undefined when its separators are ambiguous. */
export function readPastedAmount(pasted: string, places: number): string | undefined {
  const trimmed = pasted.trim();
  if (trimmed.length > PASTED_MAX) return undefined;
  const text = inAscii(trimmed).replace(UNIT, '').trim();
  if (!/^\d|^[.,]\d/.test(text)) return undefined;
  const plain = withoutThousands(text);
  return plain === undefined || !HELD.test(plain) ? undefined : settle(plain, places);
}

/** Returns the caret position when the field holds less than was shown: behind what remains of the text to its left. */
export function caretAfter(shown: string, held: string, caret: number): number {
  const left = inAscii(shown).slice(0, caret);
  const gotZero = held.startsWith('0') && /^[.,]/.test(left);
  let at = gotZero ? 1 : 0;
  for (const character of left) {
    if (held[at] === character || (held[at] === '.' && character === ',')) at += 1;
  }
  return at;
}

/** Converts other scripts' digits and separators to ASCII, one for one, so that the caret position stays valid. */
const inAscii = (text: string) =>
  text
    .replace(OTHER_DIGITS, (digit) => `${digit.charCodeAt(0) % 16}`)
    .replace(OTHER_POINTS, '.')
    .replace(OTHER_COMMAS, ',');

/**
 * Removes thousands separators: groups of three are thousands; a lone separator is a decimal point, except a comma
 * before exactly three digits.
 */
function withoutThousands(text: string): string | undefined {
  if (/^[1-9]\d{0,2}(?:[\s']\d{3})+(?:[.,]\d*)?$/.test(text)) return text.replace(/[\s']/g, '').replace(',', '.');
  if (/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/.test(text)) return text.replaceAll(',', '');
  if (/^[1-9]\d{0,2}(?:\.\d{3})+,\d*$/.test(text) || /^[1-9]\d{0,2}(?:\.\d{3}){2,}$/.test(text))
    return text.replaceAll('.', '').replace(',', '.');
  return /^\d*[.,]?\d*$/.test(text) ? text.replace(',', '.') : undefined;
}

/** Normalises an amount: no leading zeros, no bare point; excess places are truncated, not rounded. */
function settle(text: string, places: number): string | undefined {
  const [whole = '', decimals] = text.split('.');
  const digits = whole.replace(/^0+(?=\d)/, '');
  if (digits.length > DIGITS_MAX) return undefined;
  if (decimals === undefined || places === 0) return digits;
  return `${digits === '' ? '0' : digits}.${decimals.slice(0, places)}`;
}
