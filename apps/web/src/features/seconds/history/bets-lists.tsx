import { Button, buttonClass, Empty, LastKnown, ListFailed, PagedList } from '@app/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { Link } from 'react-router';
import { useListLabels } from '../../../data/app/list-labels.ts';
import { tradePage, useIsTraded } from '../../../data/app/open-lists.ts';
import { useText } from '../../../data/app/texts.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { ownZone } from '../../../lib/zoned-days.ts';
import { useOpenBets, type WireBet } from '../bets/open-bets.ts';
import { BET_ROW_HEIGHT, BetGhosts, EndedRow, OpenRow, usePrecision } from './bet-rows.tsx';
import { CsvButton } from './bets-csv-button.tsx';
import { type BetsFilter, isFiltered, requestOf } from './bets-filter.ts';
import { BetsFilters } from './bets-filters.tsx';
import { endedBetsQuery } from './bets-query.ts';

type Show = (bet: WireBet) => void;

/** Lists the user's waiting and running bets. */
export function OpenBets({ onOpen }: { onOpen: Show }) {
  const text = useText();
  const precisionOf = usePrecision();
  const labels = useListLabels();
  const query = useOpenBets();
  const { data, error, refetch } = query;
  if (data === undefined)
    return error === null ? <BetGhosts count={3} /> : <ListFailed labels={labels} error={error} onRetry={refetch} />;
  if (data.length === 0)
    return <Empty title={text('bets.none.open')} text={text('bets.none.open.text')} action={<TradeLink />} />;
  return (
    <LastKnown query={query} labels={labels}>
      <ul aria-label={text('bets.tab.open')}>
        {data.map((bet) => (
          <li key={String(bet.id)}>
            <OpenRow bet={bet} precision={precisionOf(bet.symbol)} onOpen={() => onOpen(bet)} />
          </li>
        ))}
      </ul>
    </LastKnown>
  );
}

type EndedProps = {
  filter: BetsFilter;
  scrollRef: RefObject<HTMLElement | null>;
  onFilter: (filter: BetsFilter) => void;
  onOpen: Show;
};

/** Lists every ended bet that matches the filter. */
export function EndedBets({ filter, scrollRef, onFilter, onOpen }: EndedProps) {
  const text = useText();
  const precisionOf = usePrecision();
  const request = requestOf(filter, serverNow(), ownZone());
  const query = useInfiniteQuery(endedBetsQuery(useSessionScope(), request));
  const hasRows = (query.data?.pages[0]?.list.length ?? 0) > 0;
  return (
    <>
      <div className="flex min-h-13 items-center justify-between gap-3 px-gutter">
        <BetsFilters filter={filter} onChange={onFilter} />
        <CsvButton request={request} isDisabled={!hasRows} />
      </div>
      <PagedList
        query={query}
        labels={useListLabels()}
        empty={<NoneEnded reset={isFiltered(filter) ? () => onFilter({}) : undefined} />}
        scrollRef={scrollRef}
        label={text('bets.tab.ended')}
        rowHeight={BET_ROW_HEIGHT}
        ghosts={(count) => <BetGhosts count={count} />}
        row={(bet) => <EndedRow bet={bet} precision={precisionOf(bet.symbol)} onOpen={() => onOpen(bet)} />}
      />
    </>
  );
}

/** Shows an empty history; one without bets differs from one without matches. */
function NoneEnded({ reset }: { reset: (() => void) | undefined }) {
  const text = useText();
  if (reset === undefined)
    return <Empty title={text('bets.none.ended')} text={text('bets.none.ended.text')} action={<TradeLink />} />;
  const again = (
    <Button size="small" onClick={reset}>
      {text('bets.reset')}
    </Button>
  );
  return <Empty title={text('bets.none.match')} action={again} />;
}

/** Leads to the trading page while the product is open in the user's country. */
function TradeLink() {
  const text = useText();
  const isTraded = useIsTraded()('seconds');
  if (!isTraded) return null;
  return (
    <Link className={buttonClass({ size: 'small' })} to={tradePage('seconds')}>
      {text('bets.trade')}
    </Link>
  );
}
