import type { PendingCall, PendingCalls } from '@app/client/call';
import type { Order } from '../../../data/account/orders.ts';
import { unresolvedOrders, verdictOn } from './pending-orders.ts';

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

/** Finds the outcome of orders whose responses were lost in an earlier visit, and shows one notice for each. */
export function createUnresolvedOrders({ scope, openedAt, pending, now, find, notifyPlaced, notifyNotPlaced }: Deps) {
  const left = () => unresolvedOrders(pending.list(), { scope, openedAt, now: now() });
  let isChecking: boolean = false;
  let isOver: boolean = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settle = async (call: PendingCall) => {
    const order = await find(call.key);
    const isStillOpen = !isOver && left().some(({ key }) => key === call.key); // Another tab may have shown it.
    const verdict = verdictOn(call, order !== null, now());
    if (!isStillOpen || verdict === 'ask_again') return;
    await (order === null ? notifyNotPlaced(call) : notifyPlaced(order));
    pending.forget(call.key); // Only after the notice: texts may fail to load.
  };
  const check = async () => {
    if (isChecking || isOver) return;
    isChecking = true;
    clearTimeout(timer);
    for (const call of left()) await settle(call).catch(() => undefined); // No response: it is retried later.
    isChecking = false;
    if (isOver) return;
    // A call this page gives up on later is found at the next check.
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
