import type { OrderRequest } from '@app/domain/spot';
import type * as z from 'zod/mini';
import type { placeOrder } from './routes.ts';

/** Fields of `placeOrder` that say what is ordered; the others name the market. */
type OrderFields = Omit<z.output<typeof placeOrder.request>, 'currency_id' | 'legal_id' | 'currency_name'>;

/** Converts an order request to the fields of `placeOrder`. */
export function toOrderFields(request: OrderRequest): OrderFields {
  if (request.kind === 'market') return marketFields(request);
  const { side, price, quantity, force } = request;
  return {
    type: side,
    amount: quantity,
    target_price: price,
    ...(force === 'post' ? { post_only: true } : { time_in_force: force }),
  };
}

function marketFields(request: Extract<OrderRequest, { kind: 'market' }>): OrderFields {
  if ('budget' in request) return { type: 'buy', amount: request.budget };
  if ('quantity' in request) return { type: 'sell', amount: request.quantity };
  return { type: 'sell', amount: request.proceeds, amount_unit: 'quote' };
}

/**
 * Converts the fields of `placeOrder` to an order request, or says why it cannot: `unsupported` for what is not built
 * yet, `contradictory` for a post-only order that must take at once.
 */
export function toOrderRequest(fields: OrderFields): OrderRequest | 'unsupported' | 'contradictory' {
  const {
    type: side,
    amount,
    amount_unit: unit,
    target_price: price,
    time_in_force: force = 'gtc',
    post_only: isPostOnly = false,
  } = fields;
  if (force === 'fok' || fields.stop_price !== undefined) return 'unsupported';
  if (isPostOnly && (price === undefined || force === 'ioc')) return 'contradictory';
  if (price !== undefined && unit === 'quote') return 'unsupported';
  if (price !== undefined) return { kind: 'limit', side, price, quantity: amount, force: isPostOnly ? 'post' : force };
  if (side === 'buy') return unit === 'base' ? 'unsupported' : { kind: 'market', side, budget: amount };
  return unit === 'quote' ? { kind: 'market', side, proceeds: amount } : { kind: 'market', side, quantity: amount };
}
