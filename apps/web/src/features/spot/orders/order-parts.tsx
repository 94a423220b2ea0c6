import { CopyText, showToast, Tag } from '@app/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Fill, Order } from '../../../data/account/orders.ts';
import { useText } from '../../../data/app/texts.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { orderFillsQuery } from './history.ts';
import { statusTone } from './order-texts.ts';

/** Returns the newest fill of an order against the house, which has a receipt that anyone can recompute. */
export function useHouseFill({ id, filled }: Order): Fill | undefined {
  const query = orderFillsQuery(useSessionScope(), id);
  const { data } = useInfiniteQuery({ ...query, enabled: query.enabled !== false && filled > 0n });
  return data?.pages.flatMap(({ list }) => list).find((fill) => fill.is_house);
}

/** Links to the receipt of a fill against the house; a row has space for a short label only. */
export function CheckTradeLink({ fill, isShort = false }: { fill: Fill; isShort?: boolean }) {
  const text = useText();
  const message = text('spot.orders.check');
  return (
    <Link
      className={isShort ? 'hit flex-none text-label text-brand' : 'hit text-brand'}
      to={`/pages/plus/verify?id=${fill.id}`}
      aria-label={message}
    >
      {isShort ? text('spot.orders.check.short') : message}
    </Link>
  );
}

/** Shows the outcome of an order, in a row that shows the filled share itself. */
export function ClosedTag({ order }: { order: Order }) {
  const text = useText();
  return <Tag tone={statusTone(order)}>{text(`spot.status.${order.status}`)}</Tag>;
}

/** Shows the full order number; a press copies it. */
export function OrderId({ order: { id } }: { order: Order }) {
  const text = useText();
  return (
    <CopyText
      text={String(id)}
      shown={String(id)}
      label={text('spot.orders.copy')}
      copiedLabel={text('system.copied')}
      onFailure={() => showToast(text('spot.orders.uncopied'), 'error')}
    />
  );
}
