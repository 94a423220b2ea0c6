import type { PendingCall } from '@app/client/call';
import { CALL_TIMEOUT_MS, CHECK_FOR_MS } from '@app/client/timing';
import { placeOrder } from '@app/protocol/spot';

/** Reports whether a call places an order. Placing and cancelling share one path; only placing has an amount. */
const isPlacing = ({ path, body }: PendingCall) =>
  path === placeOrder.path && new URLSearchParams(body).has(AMOUNT_FIELD);
const AMOUNT_FIELD = 'amount';

/**
 * Longest time a call can be in flight: the last retry may start at the end of the check period and run until its
 * timeout.
 */
const UNDERWAY_MS = CHECK_FOR_MS + CALL_TIMEOUT_MS;

type Page = { readonly scope: string; readonly openedAt: number; readonly now: number };

/**
 * Returns orders of this user and mode that an earlier visit sent without receiving a result, or that this page gave up
 * on. They are queried and never resent: hours later the user may no longer want them.
 */
export const unresolvedOrders = (
  calls: readonly PendingCall[],
  { scope, openedAt, now }: Page,
): readonly PendingCall[] =>
  calls.filter(
    (call) => isPlacing(call) && call.scope === scope && (call.at < openedAt || now - call.at > UNDERWAY_MS),
  );

/** Reports whether an order was sent a moment ago and its sender is still polling for the result. */
export const isAwaited = (calls: readonly PendingCall[], scope: string, now: number): boolean =>
  calls.some((call) => isPlacing(call) && call.scope === scope && Math.abs(now - call.at) < CHECK_FOR_MS);

/** Decides on the server's response about one call: an order not found yet may still arrive for a while. */
export function verdictOn(call: PendingCall, isThere: boolean, now: number): 'placed' | 'not_placed' | 'ask_again' {
  if (isThere) return 'placed';
  return Math.abs(now - call.at) > UNDERWAY_MS ? 'not_placed' : 'ask_again';
}
