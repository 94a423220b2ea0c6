import { isVisitor } from '@app/client/session';
import type { Output } from '@app/protocol';
import { readStatement } from '@app/protocol/statement';
import {
  Delayed,
  Empty,
  ErrorPanel,
  Icon,
  IconButton,
  momentText,
  NavBar,
  Page,
  PullToRefresh,
  Skeleton,
  SkeletonRows,
  Stale,
} from '@app/ui';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { flipHiddenAmounts, useHiddenAmounts } from '../../data/account/hidden-amounts.ts';
import { useIsOpen } from '../../data/app/openness.ts';
import { useLocale, useText } from '../../data/app/texts.ts';
import { useBack } from '../../data/app/use-back.ts';
import { call } from '../../data/call/call.ts';
import { describeFailure } from '../../data/call/describe-failure.ts';
import { serverNow } from '../../data/call/server-clock.ts';
import { useSessionScope } from '../../data/session/session.ts';
import { useConnection } from '../../data/socket/connection.ts';
import { useLastKnown } from '../../lib/use-last-known.ts';
import { ExportSection } from './export-section.tsx';
import { MonthBar } from './month-bar.tsx';
import { CoinsHeld, StatementFigures } from './statement-figures.tsx';
import { createDates, type Dates, monthIn } from './statement-months.ts';

export type Statement = Output<typeof readStatement>;

/** The current month changes with every price. */
const LIVE_EVERY_MS = 30_000;

const statementQuery = (scope: string, month: string, isCurrent: boolean) =>
  queryOptions({
    queryKey: ['statement', 'month', scope, month],
    queryFn: ({ signal }) => call(readStatement, { month }, { signal }),
    enabled: !isVisitor(scope),
    refetchInterval: isCurrent ? LIVE_EVERY_MS : false,
  });

const CALENDAR = '/pages/plus/results';

/** /pages/setting/bill; the month is in the address, so that a notice leads to it. */
export default function StatementScreen() {
  const text = useText();
  const [address, setAddress] = useSearchParams();
  const nowMs = serverNow();
  const month = monthIn(address, nowMs);
  const dates = createDates(useLocale());
  const back = { label: text('system.back'), go: useBack('/pages/setting/setting') };
  const scope = useSessionScope();
  const query = useQuery(statementQuery(scope, month, month === monthIn(new URLSearchParams(), nowMs)));
  const isCut = useConnection(({ isOnline }) => !isOnline);
  const isStale = query.isRefetchError || isCut;
  const first = useLastKnown(scope, query.data?.first_month);
  return (
    <Page bar={<NavBar title={text('statement.title')} back={back} end={<Actions />} />}>
      <MonthBar
        month={month}
        first={first}
        dates={dates}
        onChange={(next) => setAddress({ month: next }, { replace: true })}
      />
      <PullToRefresh
        label={text('system.refresh')}
        busyLabel={text('system.loading')}
        refresh={async () => void (await query.refetch())}
      >
        <div className="grid-cols-2 items-start gap-x-4 pb-6 lg:grid">
          <Figures query={query} isStale={isStale} dates={dates} />
          <div className="col-start-2 row-span-2 row-start-1">
            <ExportSection month={month} dates={dates} />
          </div>
          {query.data !== undefined && query.data.coins.length > 0 && (
            <Stale stale={isStale}>
              <CoinsHeld statement={query.data} dates={dates} />
            </Stale>
          )}
        </div>
      </PullToRefresh>
    </Page>
  );
}

/** Hides amounts, and leads to the calendar once that page is open. */
function Actions() {
  const text = useText();
  const { isHidden } = useHiddenAmounts();
  const isOpen = useIsOpen();
  return (
    <>
      <IconButton
        label={text(isHidden ? 'statement.amounts.show' : 'statement.amounts.hide')}
        onClick={flipHiddenAmounts}
      >
        <Icon name={isHidden ? 'eye-off' : 'eye'} size={20} />
      </IconButton>
      {isOpen(CALENDAR) && (
        <Link className="iconbtn" to={CALENDAR} aria-label={text('statement.calendar')}>
          <Icon name="calendar" />
        </Link>
      )}
    </>
  );
}

type Query = ReturnType<typeof useQuery<Statement>>;

function Figures({ query, isStale, dates }: { query: Query; isStale: boolean; dates: Dates }) {
  const text = useText();
  const { data, error, refetch, dataUpdatedAt } = query;
  if (data === undefined && error === null) return <FiguresLoading />;
  if (data === undefined)
    return (
      <ErrorPanel
        title={text('system.load.failed')}
        text={describeFailure(error, text)}
        retry={{ label: text('system.retry'), go: () => void refetch() }}
      />
    );
  if (isEmpty(data)) return <NothingHere month={dates.month(data.month)} />;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <Stale stale={isStale} badge={text('system.stale', { time: momentText(dataUpdatedAt, timeZone, Date.now()) })}>
      <StatementFigures statement={data} dates={dates} />
    </Stale>
  );
}

const isEmpty = ({ opening, closing, transfers, coins }: Statement) =>
  opening === 0n && closing === 0n && transfers === 0 && coins.length === 0;

function NothingHere({ month }: { month: string }) {
  const text = useText();
  return (
    <div className="py-6">
      <Empty title={text('statement.empty')} text={text('statement.empty.text', { month })} />
    </div>
  );
}

/** Placeholder with the real heights. */
const FiguresLoading = () => (
  <Delayed>
    <div className="px-gutter pt-1">
      <Skeleton className="h-4.5 w-28" />
      <Skeleton className="mt-2 h-11 w-52" />
      <Skeleton className="mt-4 h-40 rounded-card" />
    </div>
    <div className="mt-3">
      <SkeletonRows count={5} />
    </div>
  </Delayed>
);
