import type { OrderRequest } from '@app/domain/spot';
import type * as z from 'zod/mini';
import type { placeOrder } from './routes.ts';

/** Fields of `placeOrder` that say what is ordered; the others name the market. */
type OrderFields = Omit<z.output<typeof placeOrder.request>, 'currency_id' | 'legal_id' | 'currency_name'>;

/** Converts an order request to the fields of `placeOrder`. */
export function toOrderFields(request: OrderRequest): OrderFields {
  if (request.kind === 'market')
    return { type: request.side, amount: request.side === 'buy' ? request.budget : request.quantity };
  const { side, price, quantity, force } = request;
  return {
    type: side,
    amount: quantity,
    target_price: price,
    ...(force === 'post' ? { post_only: true } : { time_in_force: force }),
  };
}

/**
 * Converts the fields of `placeOrder` to an order request, or says why it cannot: `unsupported` for what is not built
 * yet, `contradictory` for a post-only order that must take at once.
 */
export function toOrderRequest(fields: OrderFields): OrderRequest | 'unsupported' | 'contradictory' {
  const {
    type: side,
    amount,
    target_price: price,
    time_in_force: force = 'gtc',
    post_only: isPostOnly = false,
  } = fields;
  if (force === 'fok' || fields.stop_price !== undefined) return 'unsupported';
  if (isPostOnly && (price === undefined || force === 'ioc')) return 'contradictory';
  if (price !== undefined) return { kind: 'limit', side, price, quantity: amount, force: isPostOnly ? 'post' : force };
  return side === 'buy' ? { kind: 'market', side, budget: amount } : { kind: 'market', side, quantity: amount };
}
