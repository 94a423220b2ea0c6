import type { Side } from '@app/domain/spot';
import { type Amount, formatDecimal, type Price } from '@app/money';
import { refuseWith } from '../../platform/accept.ts';
import { Malformed } from '../../platform/serve.ts';

export type PlaceOrderBody = {
  readonly type: Side;
  readonly amount: Amount;
  readonly target_price?: Price | undefined;
  readonly time_in_force?: 'gtc' | 'ioc' | 'fok' | undefined;
  readonly post_only?: boolean | undefined;
  readonly stop_price?: Price | undefined;
};

/** Converts the app's order fields to the engine's request: decimal text, and the fields of each order kind. */
export function parseOrderRequest(body: PlaceOrderBody): Readonly<Record<string, string>> {
  const { type: side, target_price: price, time_in_force: force = 'gtc', post_only: isPostOnly = false } = body;
  if (force === 'fok' || body.stop_price !== undefined) refuseWith('feature_coming_soon');
  // Always refused otherwise: such an order takes at once or not at all.
  if (isPostOnly && (price === undefined || force === 'ioc')) throw new Malformed(['post_only']);
  const amount = formatDecimal(body.amount);
  if (price === undefined)
    return { kind: 'market', side, ...(side === 'buy' ? { budget: amount } : { quantity: amount }) };
  return { kind: 'limit', side, price: formatDecimal(price), quantity: amount, force: isPostOnly ? 'post' : force };
}
