const PLACES = 18;

/** Parses decimal text into integers in units of 10⁻¹⁸. */
export function units(text: string): bigint {
  const [, whole, places = ''] = /^(\d{1,20})(?:\.(\d{1,18}))?$/.exec(text) ?? [];
  if (whole === undefined) throw new Error('not a decimal number of at most eighteen places');
  return BigInt(whole + places.padEnd(PLACES, '0'));
}

/** The same for text that may have a minus sign. */
export const signedUnits = (text: string): bigint => (text.startsWith('-') ? -units(text.slice(1)) : units(text));

/** Writes units of 10⁻¹⁸ as decimal text. */
export function decimal(amount: bigint): string {
  if (amount < 0n) return `-${decimal(-amount)}`;
  const digits = String(amount).padStart(PLACES + 1, '0');
  return `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`.replace(/\.?0+$/, '');
}
