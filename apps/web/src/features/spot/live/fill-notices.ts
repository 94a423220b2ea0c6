import type { Order } from '../../../data/account/orders.ts';
import { isOutcomeShown } from './outcome-shown.ts';

/** Delay, so that the form that placed the order shows its response first. */
const ANSWER_FIRST_MS = 800;
/** Within this time an order gets one notice, however many fills it has. */
const NOTIFY_EVERY_MS = 5_000;

type Deps = {
  readonly notify: (order: Order) => void;
  /** Whether an order sent from here still awaits its response. */
  readonly isAwaiting: () => boolean;
};

/** Shows notices of fills that are not visible on screen, with each order's latest state. */
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
