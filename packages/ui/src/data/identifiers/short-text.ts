const TEXT_MAX = 12;
const ADDRESS_END = 6;
const ELLIPSIS = '…';

/** Shortens to twelve characters and an ellipsis (spec 9). Counts graphemes, so no emoji or accent is cut in two. */
export function shortText(text: string, max = TEXT_MAX): string {
  if (text.length <= max) return text; // Fast path: counting graphemes costs more than this whole row.
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
  let count = 0;
  for (const { index } of graphemes.segment(text)) {
    if (count === max) return text.slice(0, index) + ELLIPSIS;
    count += 1;
  }
  return text;
}

/**
 * Shortens an address to both ends, which is how people compare them. Never used where an address is confirmed: there
 * it is shown in full.
 */
export const shortAddress = (address: string): string =>
  address.length <= 2 * ADDRESS_END + 1
    ? address
    : `${address.slice(0, ADDRESS_END)}${ELLIPSIS}${address.slice(-ADDRESS_END)}`;

/** Formats a whole address or key in groups that can be read aloud; copy it without the spaces. */
export const groupsOfFour = (text: string): string => (text.replace(/\s/g, '').match(/.{1,4}/gu) ?? []).join(' ');
