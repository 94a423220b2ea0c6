import { CallRefused } from '@app/client/call';
import { notify, showToast } from '@app/ui';
import type { Order } from '../../../data/account/orders.ts';
import type { Text } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { markOutcomeShown } from '../live/outcome-shown.ts';
import type { CancelNotices } from './cancel.ts';
import { baseText, sizeText } from './order-texts.ts';
import type { Places } from './use-places.ts';

/**
 * Returns the notices of a cancellation. A plain success is a toast; anything uncertain stays until it is dismissed.
 */
export function cancelNotices(text: Text, places: Places): CancelNotices {
  const doubted = new Set<bigint>();
  const show = (order: Order, kind: 'plain' | 'ok' | 'warn' | 'error', message: string) =>
    notify({ id: `order ${order.id}`, kind, text: `${order.symbol}: ${message}` });
  return {
    onChecking: (order) => {
      if (!doubted.has(order.id)) show(order, 'plain', text('spot.orders.cancel.checking'));
      doubted.add(order.id);
    },
    onDone: (closed, order) => {
      const message = text('spot.orders.cancel.done');
      // Filled meanwhile: not marked as shown, so that the fill gets its own notice.
      if (closed.filled > order.filled) return show(closed, 'warn', `${message} · ${tradedText(closed, places, text)}`);
      markOutcomeShown(closed);
      if (doubted.has(closed.id)) show(closed, 'ok', message);
      else showToast(message, 'ok');
    },
    onOver: (now, order) => {
      if (now !== undefined) markOutcomeShown(now);
      const status = now?.status ?? 'open';
      const message = text(status === 'open' ? 'spot.orders.cancel.gone' : `spot.orders.over.${status}`);
      show(order, 'warn', message);
    },
    onFailed: (error, order) => {
      const isKnown = error instanceof CallRefused;
      show(order, 'error', isKnown ? describeFailure(error, text) : text('spot.orders.cancel.lost'));
    },
  };
}

const tradedText = (order: Order, places: Places, text: Text) =>
  text(`spot.orders.part.${order.type}`, { amount: baseText(order.filled, places), size: sizeText(order, places) });
