const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
};

const CODE_MAX = 0x10ffff;
/** Rejects surrogate halves and out-of-range codes, which are not characters. */
const isSign = (code: number) => code > 0 && code <= CODE_MAX && !(code >= 0xd800 && code <= 0xdfff);

/** Decodes HTML escapes. Unknown ones stay as written. */
export const readEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number.parseInt(decimal, 10);
    return isSign(code) ? String.fromCodePoint(code) : whole;
  });
