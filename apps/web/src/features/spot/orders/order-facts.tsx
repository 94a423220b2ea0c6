import { Facts } from '@app/ui';
import type { ReactNode } from 'react';
import type { Order } from '../../../data/account/orders.ts';
import { type Text, useText } from '../../../data/app/texts.ts';
import { OrderId } from './order-id.tsx';
import { exactMoment } from './order-moment.ts';
import {
  averageText,
  baseText,
  kindText,
  paidText,
  pricedText,
  reasonText,
  receiptText,
  shareText,
  sizeText,
} from './order-texts.ts';
import { settledBy } from './order-view.ts';
import type { Places } from './use-places.ts';

type Fact = readonly [label: string, value: ReactNode];

/** Shows all facts of an order. */
export function OrderFacts({ order, places }: { order: Order; places: Places }) {
  const text = useText();
  const reason = reasonText(order, text);
  return (
    <Facts
      facts={[
        [text('spot.orders.kind'), kindText(order, text)],
        [text('spot.price'), pricedText(order, places, text)],
        [text('spot.amount'), sizeText(order, places)],
        [text('spot.filled'), `${baseText(order.filled, places)} · ${shareText(order)}`],
        ...tradedFacts(order, places, text),
        ...(reason === undefined ? [] : [[text('spot.orders.why'), reason] as const]),
        [text('spot.orders.placed'), exactMoment(order.created)],
        ...(order.closed === null ? [] : [[text('spot.orders.closed'), exactMoment(order.closed)] as const]),
        [text('spot.orders.id'), <OrderId key="id" order={order} />],
      ]}
    />
  );
}

/** Returns figures only if something was filled: a zero would carry no information. */
function tradedFacts(order: Order, places: Places, text: Text): readonly Fact[] {
  if (order.filled === 0n) return [];
  const { gave, got } = settledBy(order);
  const money = order.type === 'buy' ? gave : got;
  return [
    [text('spot.average'), `${averageText(order, places)} ${places.quote}`],
    [text('spot.orders.value'), paidText(order.cost, places.quote)],
    [text('spot.fee'), receiptText(order.fee, order.fee_currency)],
    [text(order.type === 'buy' ? 'spot.orders.paid' : 'spot.orders.got'), paidText(money, places.quote)],
  ];
}
