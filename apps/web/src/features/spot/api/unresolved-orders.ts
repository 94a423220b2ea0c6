import type { Order } from '../../../shared/orders.ts';
import type { PendingCall, PendingCalls } from '../../../shared/pending-calls.ts';
import { unresolvedOrders, verdictOn } from '../model/pending-orders.ts';

const RETRY_MS = 5_000;
const LOOK_AGAIN_MS = 60_000;

type Deps = {
  readonly scope: string;
  readonly openedAt: number;
  readonly pending: Pick<PendingCalls, 'list' | 'forget'>;
  readonly now: () => number;
  readonly find: (key: string) => Promise<Order | null>;
  readonly notifyPlaced: (order: Order) => Promise<void>;
  readonly notifyNotPlaced: (call: PendingCall) => Promise<void>;
};

/** Finds out about orders whose answers were lost with an earlier visit, and tells of each once. */
export function createUnresolvedOrders({ scope, openedAt, pending, now, find, notifyPlaced, notifyNotPlaced }: Deps) {
  const left = () => unresolvedOrders(pending.list(), { scope, openedAt, now: now() });
  let isChecking: boolean = false;
  let isOver: boolean = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settle = async (call: PendingCall) => {
    const order = await find(call.key);
    const isStillOpen = !isOver && left().some(({ key }) => key === call.key); // Another tab may have told already.
    const verdict = verdictOn(call, order !== null, now());
    if (!isStillOpen || verdict === 'ask_again') return;
    await (order === null ? notifyNotPlaced(call) : notifyPlaced(order));
    pending.forget(call.key); // Only what was told: words may not have come.
  };
  const check = async () => {
    if (isChecking || isOver) return;
    isChecking = true;
    clearTimeout(timer);
    for (const call of left()) await settle(call).catch(() => undefined); // No answer now: it is asked again.
    isChecking = false;
    if (isOver) return;
    // One that this page gives up later is found at the next look.
    timer = setTimeout(() => void check(), left().length > 0 ? RETRY_MS : LOOK_AGAIN_MS);
  };
  return {
    check,
    end: () => {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
