const SHOWN_END = 6;

/**
 * Shortens an address to both ends, which is how people compare them. Never used where an address is confirmed: there
 * it is shown in full.
 */
export const shortAddress = (address: string): string =>
  address.length <= 2 * SHOWN_END + 1 ? address : `${address.slice(0, SHOWN_END)}…${address.slice(-SHOWN_END)}`;
