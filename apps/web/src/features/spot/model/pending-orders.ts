import { placeOrder } from '@app/protocol/spot';
import type { PendingCall } from '../../../shared/pending-calls.ts';
import { CALL_TIMEOUT_MS, CHECK_FOR_MS } from '../../../shared/timing.ts';

/** An order and its cancelling have one path; only the one says how much. */
const isPlacing = ({ path, body }: PendingCall) =>
  path === placeOrder.path && new URLSearchParams(body).has(AMOUNT_FIELD);
const AMOUNT_FIELD = 'amount';

/** The last try may begin at the end of the one and take as long as the other. */
const UNDERWAY_MS = CHECK_FOR_MS + CALL_TIMEOUT_MS;

type Page = { readonly scope: string; readonly openedAt: number; readonly now: number };

/**
 * Orders of this user and book that an earlier visit sent and never heard of, or this one and gave up. They are asked about and not sent again:
 * hours later nobody may want them any more.
 */
export const unresolvedOrders = (
  calls: readonly PendingCall[],
  { scope, openedAt, now }: Page,
): readonly PendingCall[] =>
  calls.filter(
    (call) => isPlacing(call) && call.scope === scope && (call.at < openedAt || now - call.at > UNDERWAY_MS),
  );

/** Whether an order was sent a moment ago and whoever sent it is still asking for its result. */
export const isAwaited = (calls: readonly PendingCall[], scope: string, now: number): boolean =>
  calls.some((call) => isPlacing(call) && call.scope === scope && Math.abs(now - call.at) < CHECK_FOR_MS);

/** What to make of the server's word on one of them: what is not there yet may still arrive, for a while. */
export function verdictOn(call: PendingCall, isThere: boolean, now: number): 'placed' | 'not_placed' | 'ask_again' {
  if (isThere) return 'placed';
  return Math.abs(now - call.at) > UNDERWAY_MS ? 'not_placed' : 'ask_again';
}
