import { averagePrice } from '@app/domain/spot';
import { type Amount, formatDecimal, ZERO } from '@app/money';
import type { placeOrder } from '@app/protocol/spot';
import type { Wire } from '../../platform/http/serve.ts';
import type { StoredOrder } from './order-row.ts';
import type { NamedMarket } from './spot-markets.ts';

type WireOrder = Wire<typeof placeOrder>;

/**
 * Converts an order to its wire format. Hand-written, because a codec for every field would take most of a batch's
 * time.
 */
export const toWireOrder = (
  order: StoredOrder,
  market: Pick<NamedMarket, 'symbol' | 'baseId' | 'quoteId' | 'quote'>,
): WireOrder => ({
  id: String(order.id),
  symbol: market.symbol,
  currency_id: String(market.baseId),
  legal_id: String(market.quoteId),
  type: order.side,
  kind: order.kind,
  time_in_force: order.force,
  price: order.limit === undefined ? null : formatDecimal(order.limit),
  amount: textOf(order.quantity),
  budget: textOf(order.budget),
  filled: formatDecimal(order.filled),
  cost: formatDecimal(order.cost),
  average: order.filled === ZERO ? null : formatDecimal(averagePrice(order.cost, order.filled)),
  fee: formatDecimal(order.feeState.fee),
  fee_currency: market.quote,
  status: order.status,
  reason: order.reason ?? null,
  created: order.atMs,
  closed: order.closedAtMs ?? null,
});

const textOf = (amount: Amount | undefined) => (amount === undefined ? null : formatDecimal(amount));
