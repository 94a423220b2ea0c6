export type Range<Value extends number | bigint = number> = { readonly min: Value; readonly max: Value };

/** Both ends belong to the range; not-a-number belongs to none. */
export const isWithin = <Value extends number | bigint>(value: Value, { min, max }: Range<Value>): boolean =>
  value >= min && value <= max;

/** Twice the longest emoji. A character of more is piled-up marks, and a text that averages more is refused unread. */
const UNITS_PER_GRAPHEME_MAX = 32;

/** Length as a reader counts it: an emoji or a letter with its accents is one character, however it is stored. */
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
