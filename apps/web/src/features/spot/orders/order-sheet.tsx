import { Button, buttonClass, Delayed, Facts, Sheet, Skeleton, Tag } from '@app/ui';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import type { Order } from '../../../data/account/orders.ts';
import { type Text, useText } from '../../../data/app/texts.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { markOutcomeShown } from '../live/outcome-shown.ts';
import { repeatAddress } from '../trade/form-state.ts';
import { useCancelling } from './cancel.ts';
import { orderFillsQuery, orderQuery } from './history.ts';
import { CancelButton, CancelDialog } from './order-cancel.tsx';
import { FillRow } from './order-fill-row.tsx';
import { OrderId } from './order-parts.tsx';
import {
  averageText,
  baseText,
  exactMoment,
  kindText,
  paidText,
  pricedText,
  reasonText,
  receiptText,
  settledBy,
  shareText,
  sizeText,
  statusText,
  statusTone,
  toneOf,
} from './order-texts.ts';
import { OrdersFailed } from './orders-states.tsx';
import { useOrderFromAddress } from './use-order-from-address.ts';
import { type Places, usePlaces } from './use-places.ts';

/** Shows one order in full: its current facts, every fill, and the button to cancel the rest. */
export function OrderSheet({ target: { order, isOpen, close } }: { target: ReturnType<typeof useOrderFromAddress> }) {
  const text = useText();
  const cancelling = useOrderFromAddress('details-cancel');
  return (
    <>
      <Sheet open={isOpen} onClose={close} title={text('spot.orders.details')} closeLabel={text('system.close')}>
        {order !== undefined && <Details target={order} onCancel={cancelling.show} />}
      </Sheet>
      {/* A history step after the sheet: either answer returns to it. */}
      <CancelDialog target={cancelling} />
    </>
  );
}

function Details({ target, onCancel }: { target: Order; onCancel: (order: Order) => void }) {
  const text = useText();
  const isGoing = useCancelling();
  const { data } = useQuery({ ...orderQuery(useSessionScope(), target), placeholderData: target });
  const order = data ?? target;
  const places = usePlaces()(order.symbol);
  useEffect(() => markOutcomeShown(order), [order]);
  return (
    <div className="pb-2">
      <div className="flex flex-wrap items-center justify-between gap-2 pb-2">
        <p className="text-title">
          <span className={`order__side tone-${toneOf(order)}`}>{text(`spot.${order.type}`)}</span> {order.symbol}
        </p>
        <Tag tone={statusTone(order)}>{statusText(order, text)}</Tag>
      </div>
      <OrderFacts order={order} places={places} />
      {order.status === 'open' && (
        <div className="grid pt-4">
          <CancelButton isGoing={isGoing(order)} onClick={() => onCancel(order)} />
        </div>
      )}
      {order.status === 'filled' && (
        <div className="grid pt-4">
          <Link className={buttonClass({ size: 'small' })} to={repeatAddress(order)} replace>
            {text('spot.orders.repeat')}
          </Link>
        </div>
      )}
      {order.filled > 0n && (
        <>
          <h3 className="pt-5 text-title">{text('spot.orders.tab.trades')}</h3>
          <OrderFills order={order} places={places} />
        </>
      )}
    </div>
  );
}

/** Lists the fills of an order. */
function OrderFills({ order, places }: { order: Order; places: Places }) {
  const text = useText();
  const query = useInfiniteQuery(orderFillsQuery(useSessionScope(), order.id));
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  if (data === undefined && error === null)
    return (
      <Delayed>
        <Skeleton className="mt-3 h-22 w-full rounded-card" />
      </Delayed>
    );
  if (data === undefined) return <OrdersFailed error={error} onRetry={refetch} />;
  return (
    <>
      <ul className="order-fills" aria-label={text('spot.orders.tab.trades')}>
        {data.pages
          .flatMap(({ list }) => list)
          .map((fill) => (
            <li key={String(fill.id)}>
              <FillRow fill={fill} places={places} />
            </li>
          ))}
      </ul>
      {hasNextPage && (
        <Button wide busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {text('spot.orders.more')}
        </Button>
      )}
    </>
  );
}

type Fact = readonly [label: string, value: ReactNode];

/** Shows all facts of an order. */
function OrderFacts({ order, places }: { order: Order; places: Places }) {
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
  const isBuy = order.type === 'buy';
  const money = isBuy ? receiptText(gave, places.quote) : receiptText(got, places.quote, 'down');
  return [
    [text('spot.average'), `${averageText(order, places)} ${places.quote}`],
    [text('spot.orders.value'), paidText(order.cost, places.quote)],
    [text('spot.fee'), receiptText(order.fee, order.fee_currency)],
    [text(isBuy ? 'spot.orders.paid' : 'spot.orders.got'), money],
  ];
}
