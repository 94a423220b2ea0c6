/** Characters that people compare at each end (issue "address book": the same first and last four). */
export const COMPARED = 4;

/** Prefixes that every address of a kind has, so that nobody compares them. A single letter, as of Tron, is no such one. */
const CONSTANT = /^(?:0x|bc1[a-z0-9])/i;

/**
 * Returns what a hasty reader compares of an address: its constant prefix, then the first and last four characters, in
 * one case. Two different addresses with the same ends look alike; stored beside each address, it finds them by index.
 */
export function endsOf(address: string): string {
  const [prefix = ''] = CONSTANT.exec(address) ?? [];
  const rest = address.slice(prefix.length);
  return `${prefix}${rest.slice(0, COMPARED)}…${rest.slice(-COMPARED)}`.toLowerCase();
}

/** Reports whether two addresses are different and look the same at a glance. */
export const looksAlike = (one: string, other: string): boolean => one !== other && endsOf(one) === endsOf(other);
