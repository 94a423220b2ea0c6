import { CHECK_FOR_MS, UNDERWAY_MS } from '../timing.ts';
import type { PendingCall, PendingCalls } from './pending-calls.ts';

type IsPlacing = (call: Pick<PendingCall, 'path' | 'body'>) => boolean;
type Page = { readonly scope: string; readonly openedAt: number; readonly now: number };

/**
 * Returns the orders of this user and mode that an earlier visit sent without receiving a result, or that this page gave
 * up on. They are queried and never resent: hours later the user may no longer want them.
 */
export const unresolvedCalls = (
  calls: readonly PendingCall[],
  isPlacing: IsPlacing,
  { scope, openedAt, now }: Page,
): readonly PendingCall[] =>
  calls.filter(
    (call) => isPlacing(call) && call.scope === scope && (call.at < openedAt || now - call.at > UNDERWAY_MS),
  );

/** Reports whether an order was sent a moment ago and its sender is still polling for the result. */
export const isAwaited = (calls: readonly PendingCall[], isPlacing: IsPlacing, scope: string, now: number): boolean =>
  calls.some((call) => isPlacing(call) && call.scope === scope && Math.abs(now - call.at) < CHECK_FOR_MS);

/** Decides on the server's response about one call: an order not found yet may still arrive for a while. */
export function verdictOn(call: PendingCall, isThere: boolean, now: number): 'placed' | 'not_placed' | 'ask_again' {
  if (isThere) return 'placed';
  return Math.abs(now - call.at) > UNDERWAY_MS ? 'not_placed' : 'ask_again';
}

const RETRY_MS = 5_000;
const LOOK_AGAIN_MS = 60_000;

type Deps<Order> = {
  readonly scope: string;
  readonly openedAt: number;
  readonly pending: Pick<PendingCalls, 'list' | 'forget'>;
  /** Reports whether a call places an order of this kind. */
  readonly isPlacing: IsPlacing;
  readonly now: () => number;
  readonly find: (key: string) => Promise<Order | null>;
  readonly notifyPlaced: (order: Order) => Promise<void>;
  readonly notifyNotPlaced: (call: PendingCall) => Promise<void>;
};

/** Finds the outcome of orders whose responses were lost in an earlier visit, and shows one notice for each. */
export function createUnresolvedCalls<Order>(deps: Deps<Order>) {
  const { scope, openedAt, pending, isPlacing, now, find, notifyPlaced, notifyNotPlaced } = deps;
  const left = () => unresolvedCalls(pending.list(), isPlacing, { scope, openedAt, now: now() });
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
