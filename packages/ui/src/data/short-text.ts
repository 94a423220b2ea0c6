const TEXT_MAX = 12;
const ADDRESS_END = 6;
const ELLIPSIS = '…';

/** Twelve characters, then an ellipsis (spec 9). Counted as a reader counts, so no emoji or accent is cut in two. */
export function shortText(text: string, max = TEXT_MAX): string {
  if (text.length <= max) return text; // Most texts; what counts characters costs more than this whole row.
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
  let count = 0;
  for (const { index } of graphemes.segment(text)) {
    if (count === max) return text.slice(0, index) + ELLIPSIS;
    count += 1;
  }
  return text;
}

/** Both ends of an address, which is how people compare them. Never where one is confirmed: there it stands whole. */
export const shortAddress = (address: string): string =>
  address.length <= 2 * ADDRESS_END + 1
    ? address
    : `${address.slice(0, ADDRESS_END)}${ELLIPSIS}${address.slice(-ADDRESS_END)}`;

/** A whole address or key in a form that can be read aloud; to be copied without the spaces. */
export const groupsOfFour = (text: string): string => (text.replace(/\s/g, '').match(/.{1,4}/gu) ?? []).join(' ');
