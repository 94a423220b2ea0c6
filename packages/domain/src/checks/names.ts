/** Spec 5: a nickname has 2 to 10 characters, a signature 2 to 30. */
export const NICKNAME_LENGTH: Range = { min: 2, max: 10 };
export const SIGNATURE_LENGTH: Range = { min: 2, max: 30 };

const LETTERS = /^[A-Za-z]+$/;
/** Ideographs without radicals, which look the same and would let one name imitate another. */
const WORD = /^[\p{Unified_Ideograph}\u3007A-Za-z0-9]+$/u;

/** Reports whether a text is English letters only, at least one. */
export const isLetters = (text: string): boolean => LETTERS.test(text);

/**
 * Checks a public display name (spec 5): Chinese, English and digits only, separated by single spaces. Never applied to
 * passwords.
 */
export const isDisplayName = (text: string, length: Range): boolean =>
  hasLength(text, length) && text.split(' ').every((word) => WORD.test(word));

export type Range<Value extends number | bigint = number> = { readonly min: Value; readonly max: Value };

/** Reports whether a value is in a range, both bounds included; not-a-number never is. */
export const isWithin = <Value extends number | bigint>(value: Value, { min, max }: Range<Value>): boolean =>
  value >= min && value <= max;

/**
 * Twice the longest emoji. A longer character is stacked combining marks, and a text that averages more is refused
 * without counting.
 */
const UNITS_PER_GRAPHEME_MAX = 32;

/**
 * Checks the length as a reader counts it: an emoji or a letter with its accents is one character, however it is
 * stored.
 */
export function hasLength(text: string, { min, max }: Range): boolean {
  if (text.length < min || text.length > max * UNITS_PER_GRAPHEME_MAX) return false;
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
  let length = 0;
  for (const _ of graphemes.segment(text)) {
    length += 1;
    if (length > max) return false;
  }
  return length >= min;
}
