type Fees = { readonly feeMax: bigint; readonly tip: bigint };
type FeeNow = { readonly base: bigint; readonly tip: bigint };

/** A node accepts a replacement that pays a tenth more; some want an eighth. */
const BUMP = { of: 9n, in: 8n } as const;
/** The base fee can grow by an eighth a block: twice of it lasts six blocks. */
const BASE_TIMES = 2n;

const bumped = (fee: bigint): bigint => (fee * BUMP.of) / BUMP.in + 1n;
export const larger = (one: bigint, other: bigint) => (one > other ? one : other);

/**
 * Returns what to pay for a unit of gas: what the chain asks now and, for a replacement, an eighth more than before of
 * both. Undefined if that is above the most that may be paid.
 */
export function feesOf(
  { base, tip }: FeeNow,
  { replaced, max }: { readonly replaced?: Fees | undefined; readonly max: bigint },
): Fees | undefined {
  const wanted = { feeMax: base * BASE_TIMES + tip, tip };
  const fees =
    replaced === undefined
      ? { feeMax: wanted.feeMax < max ? wanted.feeMax : max, tip: wanted.tip < max ? wanted.tip : max }
      : { feeMax: larger(wanted.feeMax, bumped(replaced.feeMax)), tip: larger(wanted.tip, bumped(replaced.tip)) };
  return fees.feeMax > max || fees.feeMax < base ? undefined : fees;
}
