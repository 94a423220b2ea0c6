import type { Order } from '../../../shared/orders.ts';
import { isOutcomeShown } from '../model/outcome-shown.ts';

/** Whoever placed it is answered first, where they placed it. */
const ANSWER_FIRST_MS = 800;
/** However many fills an order has in this time, it is told of once. */
const TOLD_EVERY_MS = 5_000;

type Deps = {
  readonly tell: (order: Order) => void;
  /** Whether an order was sent from here and its answer is still to come. */
  readonly isAwaiting: () => boolean;
};

/** Tells of fills that nobody has before their eyes, each order as it stands by then. */
export function createFillNotices({ tell, isAwaiting }: Deps) {
  const toTell = new Map<bigint, Order>();
  const toldAt = new Map<bigint, number>();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const wait = (id: bigint, ms: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      tellOf(id);
    }, ms);
    timers.add(timer);
  };
  const tellOf = (id: bigint) => {
    const order = toTell.get(id);
    if (order === undefined) return;
    if (isAwaiting()) return wait(id, ANSWER_FIRST_MS);
    toTell.delete(id);
    if (isOutcomeShown(order)) return;
    if (order.status === 'open') toldAt.set(id, performance.now());
    else toldAt.delete(id);
    tell(order);
  };
  return {
    add: (order: Order) => {
      const isWaiting = toTell.has(order.id);
      toTell.set(order.id, order);
      if (isWaiting) return;
      const since = performance.now() - (toldAt.get(order.id) ?? Number.NEGATIVE_INFINITY);
      wait(order.id, Math.max(ANSWER_FIRST_MS, TOLD_EVERY_MS - since));
    },
    end: () => {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
