import type { OrderReason, OrderState } from './order.ts';

/** Orders that end sooner are answered at once: whoever placed them sees the outcome in the answer. */
export const AT_ONCE_MS = 2_000;

type Ended = {
  readonly status: OrderState;
  readonly kind: 'limit' | 'market';
  readonly reason: OrderReason | undefined;
  readonly atMs: number;
  readonly closedAtMs: number | undefined;
};

/**
 * Returns the notice an order deserves when it has ended: filled while nobody waited for it, or cancelled by the system.
 * What its owner did or asked for (a cancel, a demo reset, the remainder of an immediate limit order) needs none.
 */
export function orderNotice({
  status,
  kind,
  reason,
  atMs,
  closedAtMs,
}: Ended): 'order_filled' | 'order_cancelled' | undefined {
  if (status === 'open' || closedAtMs === undefined) return undefined;
  if (status === 'filled') return closedAtMs - atMs > AT_ONCE_MS ? 'order_filled' : undefined;
  if (reason === 'user' || reason === 'reset') return undefined;
  return reason === 'remainder' && kind === 'limit' ? undefined : 'order_cancelled';
}
