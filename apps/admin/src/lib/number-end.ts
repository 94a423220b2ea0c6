const SHOWN_DIGITS = 6;

/** Returns the last digits of an id: ids begin with their time, so those of one day begin alike. */
export function numberEnd(id: bigint): string {
  const digits = String(id);
  return digits.length > SHOWN_DIGITS ? `…${digits.slice(-SHOWN_DIGITS)}` : digits;
}
