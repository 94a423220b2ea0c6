/** Number of remembered outcomes; more than a user views in one visit. */
const MOST = 200;

/**
 * Remembers how far the outcome of each order was shown, so that no notice repeats it. Progress is a number that only
 * grows: what was filled, or the place of a state in its sequence.
 */
export function createShownOutcomes() {
  const seen = new Map<bigint, bigint>();
  return {
    mark: (id: bigint, progress: bigint): void => {
      const before = seen.get(id);
      seen.delete(id); // Re-inserted, so the oldest comes first.
      seen.set(id, before !== undefined && before > progress ? before : progress);
      for (const oldest of seen.keys()) {
        if (seen.size <= MOST) return;
        seen.delete(oldest);
      }
    },
    /** Reports whether an order was already shown with at least this progress. */
    isShown: (id: bigint, progress: bigint): boolean => progress <= (seen.get(id) ?? -1n),
    /** Clears the record, so that tests do not share orders. */
    clear: (): void => seen.clear(),
  };
}
