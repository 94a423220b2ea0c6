/** Where a frame stands in its channel (protocol/socket): `prev` is the `seq` of the one before it. */
export type Place = { readonly prev: string; readonly seq: string };

/** `apply` what follows the last known place, drop `old` news, and fetch anew after a `gap`. */
export function compareSeq(last: string, { prev, seq }: Place): 'apply' | 'old' | 'gap' {
  if (BigInt(seq) <= BigInt(last)) return 'old';
  return prev === last ? 'apply' : 'gap';
}
