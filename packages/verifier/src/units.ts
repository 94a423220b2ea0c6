const PLACES = 18;

/** Parses decimal text into integers in units of 10⁻¹⁸. */
export function units(text: string): bigint {
  const [, whole, places = ''] = /^(\d{1,20})(?:\.(\d{1,18}))?$/.exec(text) ?? [];
  if (whole === undefined) throw new Error('not a decimal number of at most eighteen places');
  return BigInt(whole + places.padEnd(PLACES, '0'));
}

/** Writes units of 10⁻¹⁸ as decimal text. */
export function decimal(amount: bigint): string {
  const digits = String(amount).padStart(PLACES + 1, '0');
  return `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`.replace(/\.?0+$/, '');
}
