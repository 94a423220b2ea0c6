import { isPending, isPosition } from '@app/client/contract';
import { Button, buttonClass, Empty, LastKnown, ListFailed, PagedList } from '@app/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode, RefObject } from 'react';
import { Link } from 'react-router';
import { type EndedDeal, useOpenDeals } from '../../../data/account/deals.ts';
import { useListLabels } from '../../../data/app/list-labels.ts';
import { useText } from '../../../data/app/texts.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { ownZone } from '../../../lib/zoned-days.ts';
import { DEAL_ROW_HEIGHT, DealGhosts, EndedRow, PendingRow, PositionRow } from './deal-rows.tsx';
import { usePrecision } from './deal-texts.ts';
import { CsvButton } from './deals-csv-button.tsx';
import { type DealsFilter, isFiltered, requestOf } from './deals-filter.ts';
import { DealsFilters } from './deals-filters.tsx';
import { endedDealsQuery } from './deals-query.ts';

/** Lists the user's positions, or their pending orders. */
export function LiveDeals({ tab }: { tab: 'open' | 'orders' }) {
  const text = useText();
  const precisionOf = usePrecision();
  const labels = useListLabels();
  const query = useOpenDeals();
  const { data, error, refetch } = query;
  if (data === undefined)
    return error === null ? <DealGhosts count={5} /> : <ListFailed labels={labels} error={error} onRetry={refetch} />;
  const rows: readonly (readonly [bigint, ReactNode])[] =
    tab === 'open'
      ? data
          .filter(isPosition)
          .map((deal) => [deal.id, <PositionRow key="row" deal={deal} precision={precisionOf(deal.symbol)} />])
      : data
          .filter(isPending)
          .map((deal) => [deal.id, <PendingRow key="row" deal={deal} precision={precisionOf(deal.symbol)} />]);
  if (rows.length === 0)
    return <Empty title={text(`deals.none.${tab}`)} text={text(`deals.none.${tab}.text`)} action={<TradeLink />} />;
  return (
    <LastKnown query={query} labels={labels}>
      <ul aria-label={text(`deals.tab.${tab}`)}>
        {rows.map(([id, row]) => (
          <li key={String(id)}>{row}</li>
        ))}
      </ul>
    </LastKnown>
  );
}

type EndedProps = {
  filter: DealsFilter;
  scrollRef: RefObject<HTMLElement | null>;
  onFilter: (filter: DealsFilter) => void;
  onOpen: (deal: EndedDeal) => void;
};

/** Lists every closed position and cancelled order that matches the filter. */
export function EndedDeals({ filter, scrollRef, onFilter, onOpen }: EndedProps) {
  const text = useText();
  const precisionOf = usePrecision();
  const request = requestOf(filter, serverNow(), ownZone());
  const query = useInfiniteQuery(endedDealsQuery(useSessionScope(), request));
  const hasRows = (query.data?.pages[0]?.list.length ?? 0) > 0;
  return (
    <>
      <div className="deal-tools">
        <DealsFilters filter={filter} onChange={onFilter} />
        <CsvButton request={request} isDisabled={!hasRows} />
      </div>
      <PagedList
        query={query}
        labels={useListLabels()}
        empty={<NoneEnded reset={isFiltered(filter) ? () => onFilter({}) : undefined} />}
        scrollRef={scrollRef}
        label={text('deals.tab.history')}
        rowHeight={DEAL_ROW_HEIGHT}
        ghosts={(count) => <DealGhosts count={count} />}
        row={(deal) => <EndedRow deal={deal} precision={precisionOf(deal.symbol)} onOpen={() => onOpen(deal)} />}
      />
    </>
  );
}

/** Shows an empty history; one without deals differs from one without matches. */
function NoneEnded({ reset }: { reset: (() => void) | undefined }) {
  const text = useText();
  if (reset === undefined)
    return <Empty title={text('deals.none.history')} text={text('deals.none.history.text')} action={<TradeLink />} />;
  const again = (
    <Button size="small" onClick={reset}>
      {text('deals.reset')}
    </Button>
  );
  return <Empty title={text('deals.none.match')} action={again} />;
}

function TradeLink() {
  const text = useText();
  return (
    <Link className={buttonClass({ size: 'small' })} to="/pages/transaction/contract">
      {text('deals.trade')}
    </Link>
  );
}
