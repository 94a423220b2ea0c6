import { Skeleton } from '@app/ui';
import type { Order } from '../../../data/account/orders.ts';
import { useText } from '../../../data/app/texts.ts';
import { CancelButton } from './order-cancel.tsx';
import { limitText, shareText, sizeText, toneOf } from './order-texts.ts';
import type { Places } from './use-places.ts';

type Props = { order: Order; places: Places; isGoing: boolean; onCancel: () => void };

/** Shows an order on two lines, without its market. */
export function CompactOrder({ order, places, isGoing, onCancel }: Props) {
  const text = useText();
  return (
    <li className={`row ${isGoing ? 'stale' : ''}`}>
      <div className="row__main">
        <p className="text-label font-medium">
          <b className={`tone-${toneOf(order)} font-semibold text-(--tone)`}>{text(`spot.${order.type}`)}</b>{' '}
          {limitText(order, places, text)}
        </p>
        <p className="text-micro text-ink-3">
          {sizeText(order, places)} · {text('spot.filled')} {shareText(order)}
        </p>
      </div>
      <CancelButton isGoing={isGoing} onClick={onCancel} />
    </li>
  );
}

const ROWS = [0, 1];

/** Placeholder rows at the real height. */
export const CompactOrdersLoading = () =>
  ROWS.map((row) => (
    <div key={row} className="row" aria-hidden="true">
      <div className="row__main">
        <Skeleton className="h-4 w-28" />
        <Skeleton className="mt-1.5 h-3 w-36" />
      </div>
      <Skeleton className="h-9 w-16" />
    </div>
  ));
