import type { Order } from '../../../data/account/orders.ts';

type Seen = Pick<Order, 'id' | 'filled'>;

/** Number of remembered outcomes; more than a user views in one visit. */
const MOST = 200;
const seen = new Map<bigint, Seen['filled']>();

/** Records that an order's outcome is on screen, so that no notification repeats it. */
export function markOutcomeShown({ id, filled }: Seen): void {
  const before = seen.get(id);
  seen.delete(id); // Re-inserted, so the oldest comes first.
  seen.set(id, before !== undefined && before > filled ? before : filled);
  for (const oldest of seen.keys()) {
    if (seen.size <= MOST) return;
    seen.delete(oldest);
  }
}

/** Clears the record, so that tests do not share orders. */
export const forgetShown = (): void => seen.clear();

/** Reports whether the order was already shown with at least this fill. */
export const isOutcomeShown = ({ id, filled }: Seen): boolean => filled <= (seen.get(id) ?? -1n);
