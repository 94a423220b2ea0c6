/** Position of an update in its channel (protocol/socket): `prev` is the `seq` of the update before it. */
export type Place = { readonly prev: string; readonly seq: string };

/**
 * Decides on an update: `apply` if it follows the last sequence, drop if `old`, and fetch a new snapshot after a `gap`.
 */
export function compareSeq(last: string, { prev, seq }: Place): 'apply' | 'old' | 'gap' {
  if (BigInt(seq) <= BigInt(last)) return 'old';
  return prev === last ? 'apply' : 'gap';
}
