import { Button, buttonClass, Empty } from '@app/ui';
import type { RefObject } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { type HistoryFilter, isFiltered } from './history-filter.ts';
import { OrdersFilters } from './orders-filters.tsx';
import { OrdersHistory } from './orders-history.tsx';
import { OpenOrders } from './orders-open.tsx';
import { OrdersTrades } from './orders-trades.tsx';

export const ORDER_TABS = ['open', 'history', 'trades'] as const;
type Tab = (typeof ORDER_TABS)[number];
type Props = {
  tab: Tab;
  filter: HistoryFilter;
  scrollRef: RefObject<HTMLElement | null>;
  onFilter: (filter: HistoryFilter) => void;
};

/** Shows one of the three lists below its filters. */
export function OrdersOfTab({ tab, filter, scrollRef, onFilter }: Props) {
  const text = useText();
  const { symbol, side } = filter;
  const isPast = tab === 'history';
  const shown = isPast ? filter : { symbol, side }; // Only filters of this tab.
  const filters = <OrdersFilters filter={filter} isPast={isPast} onChange={onFilter} />;
  const reset = { label: text('spot.orders.reset'), go: () => onFilter({}) };
  const list = { filter: shown, scrollRef, empty: <None tab={tab} reset={isFiltered(shown) ? reset : undefined} /> };
  return (
    <>
      {tab === 'open' && <OpenOrders {...{ symbol, side, filters, showAll: reset, action: <TradeLink /> }} />}
      {tab !== 'open' && <div className="order-tools">{filters}</div>}
      {tab === 'history' && <OrdersHistory {...list} />}
      {tab === 'trades' && <OrdersTrades {...list} />}
    </>
  );
}

/** Shows an empty list; one without orders differs from one without matches. */
function None({ tab, reset }: { tab: Tab; reset: { label: string; go: () => void } | undefined }) {
  const text = useText();
  if (reset === undefined)
    return (
      <Empty
        title={text(`spot.orders.none.${tab}`)}
        text={text(`spot.orders.none.${tab}.text`)}
        action={<TradeLink />}
      />
    );
  const again = (
    <Button size="small" onClick={reset.go}>
      {reset.label}
    </Button>
  );
  return <Empty title={text('spot.orders.none.match')} action={again} />;
}

function TradeLink() {
  const text = useText();
  return (
    <Link className={buttonClass({ size: 'small' })} to="/pages/transaction/currency">
      {text('spot.orders.trade')}
    </Link>
  );
}
