import type { Order } from '../../../shared/orders.ts';
import { isOutcomeShown } from '../model/outcome-shown.ts';

/** Whoever placed it is answered first, where they placed it. */
const ANSWER_FIRST_MS = 800;
/** However many fills an order has in this time, it is told of once. */
const NOTIFY_EVERY_MS = 5_000;

type Deps = {
  readonly notify: (order: Order) => void;
  /** Whether an order was sent from here and its answer is still to come. */
  readonly isAwaiting: () => boolean;
};

/** Tells of fills that nobody has before their eyes, each order as it stands by then. */
export function createFillNotices({ notify, isAwaiting }: Deps) {
  const pending = new Map<bigint, Order>();
  const notifiedAt = new Map<bigint, number>();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const wait = (id: bigint, ms: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      notifyOf(id);
    }, ms);
    timers.add(timer);
  };
  const notifyOf = (id: bigint) => {
    const order = pending.get(id);
    if (order === undefined) return;
    if (isAwaiting()) return wait(id, ANSWER_FIRST_MS);
    pending.delete(id);
    if (isOutcomeShown(order)) return;
    if (order.status === 'open') notifiedAt.set(id, performance.now());
    else notifiedAt.delete(id);
    notify(order);
  };
  return {
    add: (order: Order) => {
      const isWaiting = pending.has(order.id);
      pending.set(order.id, order);
      if (isWaiting) return;
      const since = performance.now() - (notifiedAt.get(order.id) ?? Number.NEGATIVE_INFINITY);
      wait(order.id, Math.max(ANSWER_FIRST_MS, NOTIFY_EVERY_MS - since));
    },
    end: () => {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
