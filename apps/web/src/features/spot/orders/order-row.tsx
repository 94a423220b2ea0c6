import { Level } from '@app/ui';
import type { ReactNode } from 'react';
import type { Order } from '../../../data/account/orders.ts';
import { useText } from '../../../data/app/texts.ts';
import { averageText, filledPercent, limitText, orderMoment, shareText, sizeText, toneOf } from './order-texts.ts';
import type { Places } from './use-places.ts';

/** Height of every order row, open or closed: lists reserve space before they load. */
export const ORDER_ROW_HEIGHT = 114;

type Props = { order: Order; places: Places; isGoing?: boolean; onOpen: () => void; trail: ReactNode };

/** Shows one order: kind, price and filled share. `trail` is its action or its outcome. */
export function OrderRow({ order, places, isGoing = false, onOpen, trail }: Props) {
  const text = useText();
  const share = shareText(order);
  const kind = text(`spot.${order.kind}`);
  const moment = orderMoment(order.created, text);
  // A narrow row cuts off the end: for closed orders the time matters more than the kind.
  const about = order.status === 'open' ? [kind, moment] : [moment, kind];
  const isPriced = order.status === 'open' || order.filled === 0n;
  return (
    <article className={isGoing ? 'order order--going' : 'order'}>
      <div className="order__head">
        <button type="button" className="order__open" aria-haspopup="dialog" onClick={onOpen}>
          <b className={`order__side tone-${toneOf(order)}`}>{text(`spot.${order.type}`)}</b>
          <span>{order.symbol}</span>
          <span className="order__about">{about.join(' · ')}</span>
        </button>
        {trail}
      </div>
      <dl className="order__grid">
        <div>
          <dt>{text(isPriced ? 'spot.price' : 'spot.average')}</dt>
          <dd>{isPriced ? limitText(order, places, text) : averageText(order, places)}</dd>
        </div>
        <div>
          <dt>{text('spot.amount')}</dt>
          <dd>{sizeText(order, places)}</dd>
        </div>
        <div>
          <dt>{text('spot.filled')}</dt>
          <dd>{share}</dd>
        </div>
      </dl>
      <div className="order__level">
        <Level label={text('spot.filled')} percent={filledPercent(order)} tone={toneOf(order)} />
      </div>
    </article>
  );
}
