import { notify, showToast } from '@app/ui';
import { CallRefused } from '../../../shared/call-refused.ts';
import { describeFailure } from '../../../shared/describe-failure.ts';
import type { Order } from '../../../shared/orders.ts';
import type { Text } from '../../../shared/texts.ts';
import type { CancelNotices } from '../api/cancel.ts';
import { markOutcomeShown } from '../model/outcome-shown.ts';
import { baseText, sizeText } from './order-words.ts';
import type { Places } from './use-places.ts';

/** What is said of a cancellation. A plain success is said in passing; whatever was doubtful stays until it is dismissed. */
export function cancelNotices(text: Text, places: Places): CancelNotices {
  const doubted = new Set<bigint>();
  const tell = (order: Order, kind: 'plain' | 'ok' | 'warn' | 'error', words: string) =>
    notify({ id: `order ${order.id}`, kind, text: `${order.symbol}: ${words}` });
  return {
    onChecking: (order) => {
      if (!doubted.has(order.id)) tell(order, 'plain', text('spot.orders.cancel.checking'));
      doubted.add(order.id);
    },
    onDone: (closed, order) => {
      const words = text('spot.orders.cancel.done');
      // Traded meanwhile: not marked as seen, so that the fill is told of as any other.
      if (closed.filled > order.filled) return tell(closed, 'warn', `${words} · ${tradedText(closed, places, text)}`);
      markOutcomeShown(closed);
      if (doubted.has(closed.id)) tell(closed, 'ok', words);
      else showToast(words, 'ok');
    },
    onOver: (now, order) => {
      if (now !== undefined) markOutcomeShown(now);
      const status = now?.status ?? 'open';
      const words = text(status === 'open' ? 'spot.orders.cancel.gone' : `spot.orders.over.${status}`);
      tell(order, 'warn', words);
    },
    onFailed: (error, order) => {
      const isKnown = error instanceof CallRefused;
      tell(order, 'error', isKnown ? describeFailure(error, text) : text('spot.orders.cancel.lost'));
    },
  };
}

const tradedText = (order: Order, places: Places, text: Text) =>
  text(`spot.orders.part.${order.type}`, { amount: baseText(order.filled, places), size: sizeText(order, places) });
