import type { Side } from '@app/domain/spot';
import { Button, ResultView } from '@app/ui';
import type { ReactNode } from 'react';
import type { Order } from '../../../data/account/orders.ts';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { OrderOutcome } from '../orders/order-outcome.tsx';
import { FocusOnMount } from '../trade/form-parts.tsx';
import type { LiteOrder } from './use-lite-order.ts';

type Props = {
  order: LiteOrder;
  market: MarketInfo;
  side: Side;
  /** Why no order can be placed now. */
  blocked: string | undefined;
  /** The order under review. */
  children: ReactNode;
};

/** Shows review, sending, checking after a lost response, and outcome as views of one sheet. */
export function LitePlacing({ order, market, side, blocked, children }: Props) {
  const text = useText();
  const { data, isPending, isChecking } = order.placing;
  if (data !== undefined)
    return (
      <FocusOnMount key="placed">
        <Receipt order={order} market={market} placed={data} />
      </FocusOnMount>
    );
  if (isPending && isChecking)
    return (
      <FocusOnMount key="checking">
        <ResultView kind="checking" title={text('spot.lite.checking.title')} text={text('spot.lite.checking.text')} />
      </FocusOnMount>
    );
  if (order.isUnknown)
    return (
      <FocusOnMount key="unknown">
        <Unknown order={order} />
      </FocusOnMount>
    );
  return (
    <>
      {children}
      <div className="pair pt-3">
        <Button disabled={isPending} onClick={order.sheet.close}>
          {text('spot.lite.review.back')}
        </Button>
        <Button
          tone={side === 'buy' ? 'up' : 'down'}
          blocked={blocked !== undefined}
          busy={isPending}
          disabled={blocked !== undefined}
          onClick={order.place}
        >
          {blocked ?? text(`spot.lite.review.${side}`)}
        </Button>
      </div>
    </>
  );
}

/** Shown while the outcome is unknown: sending again checks the same order. */
function Unknown({ order }: { order: LiteOrder }) {
  const text = useText();
  return (
    <ResultView
      kind="partial"
      title={text('spot.lite.unknown.title')}
      text={text('spot.lite.unknown.text')}
      actions={
        <>
          <Button onClick={order.sheet.close}>{text('system.close')}</Button>
          <Button tone="primary" onClick={order.place}>
            {text('spot.lite.unknown.again')}
          </Button>
        </>
      }
    />
  );
}

function Receipt({ order, market, placed }: Pick<Props, 'order' | 'market'> & { placed: Order }) {
  const text = useText();
  return (
    <OrderOutcome
      order={placed}
      market={market}
      actions={
        <>
          <Button onClick={order.again}>{text('spot.lite.again')}</Button>
          <Button tone="primary" onClick={order.sheet.close}>
            {text('spot.lite.done')}
          </Button>
        </>
      }
    />
  );
}
