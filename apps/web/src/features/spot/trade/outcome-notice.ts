import { notify } from '@app/ui';
import { useNavigate } from 'react-router';
import type { Order } from '../../../data/account/orders.ts';
import { type Text, useText } from '../../../data/app/texts.ts';
import type { CallRefused } from '../../../data/call/call-refused.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { baseText } from '../orders/order-texts.ts';
import { stageOf } from '../orders/order-view.ts';

export const ORDERS_PATH = '/pages/transaction/currency_order';
const KINDS = { waiting: 'plain', filling: 'warn', filled: 'ok', cut: 'warn', cancelled: 'warn' } as const;

/** Returns a function that shows an order's outcome as a notice, for a user who has left its review. */
export function useOutcomeNotice(market: MarketInfo): (order: Order) => void {
  const text = useText();
  const navigate = useNavigate();
  return (order) =>
    notify({
      id: `order ${order.id}`,
      kind: KINDS[stageOf(order)],
      text: messageOf(order, market, text),
      action: { label: text('spot.review.orders'), run: () => void navigate(ORDERS_PATH) },
    });
}

/** Returns a function that shows why an order was refused, in the server's text. */
export function useRefusalNotice(): (refused: CallRefused) => void {
  const text = useText();
  return ({ message }) =>
    notify({ id: 'order refused', kind: 'error', text: text('spot.review.refused', { reason: message }) });
}

function messageOf(order: Order, market: MarketInfo, text: Text): string {
  const stage = stageOf(order);
  if (stage === 'waiting' || stage === 'cancelled') return text(`spot.orders.${stage}.title`);
  const amount = baseText(order.filled, market);
  if (stage === 'filled' || order.amount === null) return text(`spot.orders.done.${order.type}`, { amount });
  return text(`spot.orders.part.${order.type}`, { amount, size: baseText(order.amount, market) });
}
