import type { Order } from '../../../shared/orders.ts';

type Seen = Pick<Order, 'id' | 'filled'>;

/** More than anybody looks at in one visit. */
const MOST = 200;
const seen = new Map<bigint, Seen['filled']>();

/** Whoever shows what became of an order says so: nobody is told again what they have before their eyes. */
export function markOutcomeShown({ id, filled }: Seen): void {
  const before = seen.get(id);
  seen.delete(id); // Written anew, so that the oldest stands first.
  seen.set(id, before !== undefined && before > filled ? before : filled);
  for (const oldest of seen.keys()) {
    if (seen.size <= MOST) return;
    seen.delete(oldest);
  }
}

/** As if nothing had been shown: a test must not depend on another's orders. */
export const forgetShown = (): void => seen.clear();

/** Whether as much of the order as this was shown. */
export const isOutcomeShown = ({ id, filled }: Seen): boolean => filled <= (seen.get(id) ?? -1n);
