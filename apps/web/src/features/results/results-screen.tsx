import { filtersOf, partsIn, type ResultFilter, rateOfPeriods, showSigned, sumOf, yearOf } from '@app/domain/results';
import { monthOf } from '@app/domain/statement';
import { directionOf, showPercent } from '@app/money';
import {
  Button,
  ChipGroup,
  Delayed,
  Empty,
  ErrorPanel,
  Icon,
  IconButton,
  NavBar,
  Note,
  Page,
  PullToRefresh,
  Segmented,
  Sheet,
  Skeleton,
  Tag,
} from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { flipHiddenAmounts, HIDDEN, useHiddenAmounts } from '../../data/account/hidden-amounts.ts';
import { useText } from '../../data/app/texts.ts';
import { useBack } from '../../data/app/use-back.ts';
import { describeFailure } from '../../data/call/describe-failure.ts';
import { serverNow } from '../../data/call/server-clock.ts';
import { useSession, useSessionScope } from '../../data/session/session.ts';
import { useConnection } from '../../data/socket/connection.ts';
import { useLastKnown } from '../../lib/use-last-known.ts';
import { useSheet } from '../../lib/use-sheet.ts';
import { useIsWide } from '../../lib/use-wide.ts';
import { MonthGrid, Paging, YearGrid } from './calendar.tsx';
import { PeriodDetails, usePeriodName } from './period-details.tsx';
import { type Period, type Results, resultsQuery } from './results-query.ts';
import { ShareSheet } from './share-sheet.tsx';
import './results.css';

const PERIOD = /^2\d{3}(-(0[1-9]|1[0-2]))?$/;

/** The shown period is in the address: `?period=2026-11` or `?period=2026`. */
function usePeriod() {
  const [params, setParams] = useSearchParams();
  const asked = params.get('period') ?? '';
  const current = monthOf(serverNow());
  const period = PERIOD.test(asked) && asked <= current ? asked : current;
  const go = (next: string) => setParams({ period: next }, { replace: true });
  return { period, current, go };
}

/** /pages/plus/results */
export default function ResultsScreen() {
  const text = useText();
  const { period, current, go } = usePeriod();
  const scope = useSessionScope();
  const { data, error, refetch, isPlaceholderData } = useQuery(resultsQuery(scope, period));
  const first = useLastKnown(scope, data?.first_month);
  const { isHidden } = useHiddenAmounts();
  const back = { label: text('system.back'), go: useBack('/pages/fund/assets') };
  const hide = (
    <IconButton label={text(isHidden ? 'results.amounts.show' : 'results.amounts.hide')} onClick={flipHiddenAmounts}>
      <Icon name={isHidden ? 'eye-off' : 'eye'} size={20} />
    </IconButton>
  );
  const retry = { label: text('system.retry'), go: () => void refetch() };
  const failure = data === undefined && error !== null && (
    <ErrorPanel title={text('system.load.failed')} text={describeFailure(error, text)} retry={retry} />
  );
  return (
    <Page bar={<NavBar title={text('results.title')} back={back} end={hide} />}>
      {first === undefined && error === null && <Loading />}
      {first === undefined && failure}
      {first !== undefined && (
        <PullToRefresh
          label={text('system.refresh')}
          busyLabel={text('system.loading')}
          refresh={async () => void (await refetch())}
        >
          <div className="px-gutter pt-2 pb-6">
            {first === null ? (
              <Empty title={text('results.empty')} text={text('results.empty.text')} />
            ) : (
              <Calendar
                data={data}
                own={data === undefined || isPlaceholderData ? undefined : partsIn(data.list, period)}
                failure={failure}
                firstMonth={first}
                period={period}
                current={current}
                go={go}
              />
            )}
          </div>
        </PullToRefresh>
      )}
    </Page>
  );
}

const Loading = () => (
  <Delayed>
    <div className="flex flex-col gap-4 px-gutter pt-2">
      <Skeleton className="h-10 rounded-control" />
      <Skeleton className="h-12 w-52" />
      <Skeleton className="h-72 rounded-control" />
    </div>
  </Delayed>
);

const Waiting = ({ className }: { className: string }) => (
  <Delayed>
    <Skeleton className={className} />
  </Delayed>
);

type Props = {
  /** While a period loads, these are of the former one. */
  data: Results | undefined;
  /** The parts of the shown period; undefined until they have loaded. */
  own: readonly Period[] | undefined;
  failure: ReactNode;
  firstMonth: string;
  period: string;
  current: string;
  go: (period: string) => void;
};

/** The view and its paging stay while a period loads or has failed to. */
function Calendar({ data, own, failure, firstMonth, period, current, go }: Props) {
  const text = useText();
  const isWide = useIsWide();
  const [filter, setFilter] = useState<ResultFilter>('all');
  const [selected, setSelected] = useState<string>();
  const sheet = useSheet('day');
  const isYear = period.length === 4;
  const filters = filtersOf(own ?? data?.list ?? []);
  const shown = filters.includes(filter) ? filter : 'all';
  const chosen = own?.find(({ name }) => name === selected) ?? (isWide ? own?.at(-1) : undefined);
  const select = (name: string) => {
    if (isYear && !isWide) return go(name);
    setSelected(name);
    if (!isWide) sheet.open();
  };
  const Grid = isYear ? YearGrid : MonthGrid;
  return (
    <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_320px] lg:gap-8">
      <div className="flex flex-col gap-4">
        <Segmented
          label={text('results.view')}
          value={isYear ? 'year' : 'month'}
          options={[
            { value: 'month', label: text('results.view.month') },
            { value: 'year', label: text('results.view.year') },
          ]}
          onChange={(view) => go(view === 'year' ? yearOf(period) : monthIn(period, current))}
        />
        <Paging period={period} first={firstMonth} current={current} go={go} />
        {own !== undefined && data !== undefined ? (
          <Total periods={own} filter={shown} simulated={data.simulated} period={period} />
        ) : (
          !failure && <Waiting className="h-12 w-52" />
        )}
        {filters.length > 2 && (
          <ChipGroup
            label={text('results.filter')}
            value={shown}
            onChange={setFilter}
            chips={filters.map((value) => ({ value, label: text(`results.filter.${value}`) }))}
          />
        )}
        {own !== undefined ? (
          <Grid month={period} periods={own} filter={shown} selected={chosen?.name} select={select} />
        ) : (
          failure || <Waiting className="h-72 w-full rounded-control" />
        )}
        <Notes simulated={data?.simulated ?? false} />
      </div>
      {isWide ? (
        <aside className="card self-start">{chosen !== undefined && <Chosen period={chosen} filter={shown} />}</aside>
      ) : (
        <DaySheet sheet={sheet} period={chosen} filter={shown} />
      )}
    </div>
  );
}

/** A year's view returns to its current month, or to its last. */
const monthIn = (period: string, current: string) =>
  period.length > 4 ? period : current.startsWith(period) ? current : `${period}-12`;

function Chosen({ period, filter }: { period: Period; filter: ResultFilter }) {
  const name = usePeriodName();
  return (
    <>
      <h2 className="mb-2 text-title">{name(period.name)}</h2>
      <PeriodDetails period={period} filter={filter} />
    </>
  );
}

type SheetProps = { sheet: ReturnType<typeof useSheet>; period: Period | undefined; filter: ResultFilter };

function DaySheet({ sheet, period, filter }: SheetProps) {
  const text = useText();
  const name = usePeriodName();
  return (
    <Sheet
      open={sheet.isOpen && period !== undefined}
      onClose={sheet.close}
      title={period === undefined ? '' : name(period.name)}
      closeLabel={text('system.close')}
    >
      {period !== undefined && <PeriodDetails period={period} filter={filter} />}
    </Sheet>
  );
}

type TotalProps = { periods: readonly Period[]; filter: ResultFilter; simulated: boolean; period: string };

/** The result of everything that is shown, and the card made of it. */
function Total({ periods, filter, simulated, period }: TotalProps) {
  const text = useText();
  const { isHidden } = useHiddenAmounts();
  const sheet = useSheet('share');
  const total = sumOf(periods, filter);
  const rate = filter === 'all' ? rateOfPeriods(periods) : undefined;
  const tone = isHidden ? 'flat' : directionOf(total, 2);
  return (
    <div className="flex items-center gap-3">
      <p className="min-w-0 grow">
        <span className={`result-text text-hero tone-${tone}`}>{isHidden ? HIDDEN : showSigned(total)}</span>{' '}
        <span className="text-label text-ink-3">USDT</span>
        {rate !== undefined && <span className="block text-label text-ink-2">{showPercent(rate)}</span>}
      </p>
      {periods.length > 0 && (
        <>
          <Button size="small" onClick={sheet.open}>
            <Icon name="share" size={16} /> {text('results.share')}
          </Button>
          <ShareSheet
            sheet={sheet}
            period={period}
            rate={rateOfPeriods(periods)}
            total={sumOf(periods, 'all')}
            simulated={simulated}
          />
        </>
      )}
    </div>
  );
}

/** Where a day ends, whose money this is, and which prices were used. */
function Notes({ simulated }: { simulated: boolean }): ReactNode {
  const text = useText();
  const isDemo = useSession(({ user }) => user?.book === 'demo');
  const isOnline = useConnection((connection) => connection.isOnline);
  return (
    <div className="flex flex-col gap-2">
      {!isOnline && (
        <Note icon="offline" tone="warn">
          {text('results.offline')}
        </Note>
      )}
      <p className="flex flex-wrap items-center gap-2 text-label text-ink-3">
        {isDemo && <Tag>{text('results.demo')}</Tag>}
        {simulated && <Tag>{text('results.simulated')}</Tag>}
        <span>{text('results.utc')}</span>
      </p>
    </div>
  );
}
