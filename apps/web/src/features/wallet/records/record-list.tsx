import { Delayed, ErrorPanel, ListEnd, momentText, SkeletonRows, Stale } from '@app/ui';
import { type ReactNode, Suspense, useState } from 'react';
import { useLocale, useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useConnection } from '../../../data/socket/connection.ts';
import { lazyPart } from '../../../lib/lazy-once.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { useIsWide } from '../../../lib/use-wide.ts';
import { RecordDays } from './record-rows.tsx';
import { RecordSheet } from './record-sheet.tsx';
import type { WalletRecord } from './record-view.ts';
import { coinNets, type RecordRequest, useDayNets, useRecords } from './records-query.ts';

/** The table of a wide window is not fetched on a phone. */
const RecordTable = lazyPart(async () => (await import('./record-table.tsx')).RecordTable);

type ListProps = {
  request: RecordRequest;
  /** The coin that the list is about, if it is about one. */
  coin: string | undefined;
  /** Whether days show their net change, which a filter by kind does not have. */
  hasNets: boolean;
  none: ReactNode;
};

/** Lists records by day, or as a table in a wide window; goes on by itself while a filter finds nothing. */
export function RecordList({ request, coin, hasNets, none }: ListProps) {
  const text = useText();
  const { query, records, searchedTo } = useRecords(request);
  const details = useDetails();
  const dayNets = useDayNets(records, hasNets && coin === undefined);
  const nets = !hasNets ? new Map() : coin === undefined ? dayNets : coinNets(records, coin, !query.hasNextPage);
  const { data, error, refetch } = query;
  const isWide = useIsWide();
  if (data === undefined && error === null) return <Loading />;
  if (data === undefined)
    return (
      <ErrorPanel
        title={text('system.load.failed')}
        text={describeFailure(error, text)}
        retry={{ label: text('system.retry'), go: () => void refetch() }}
      />
    );
  if (records.length === 0 && !query.hasNextPage) return <div className="pt-8">{none}</div>;
  const shown = { records, nets, coin, onOpen: details.open };
  return (
    <>
      <LastKnown query={query}>
        {isWide ? (
          <Suspense fallback={<Loading />}>
            <RecordTable {...shown} />
          </Suspense>
        ) : (
          <RecordDays {...shown} />
        )}
        {searchedTo !== undefined && <Searched to={searchedTo} />}
        <ListEnd query={query} labels={{ retry: text('system.retry'), end: text('system.more.end') }} />
        <p className="px-gutter pb-6 text-center text-micro text-ink-3">{text('wallet.records.utc')}</p>
      </LastKnown>
      <RecordSheet record={details.opened} onClose={details.close} />
    </>
  );
}

type LastKnownProps = { query: { isRefetchError: boolean; dataUpdatedAt: number }; children: ReactNode };

/** Dims and dates records or sums that could not be fetched again. */
export function LastKnown({ query: { isRefetchError, dataUpdatedAt }, children }: LastKnownProps) {
  const text = useText();
  const isCut = useConnection(({ isOnline }) => !isOnline);
  return (
    <Stale
      stale={dataUpdatedAt > 0 && (isRefetchError || isCut)}
      badge={text('system.stale', { time: momentText(dataUpdatedAt, 'UTC', Date.now()) })}
    >
      {children}
    </Stale>
  );
}

const Loading = () => (
  <Delayed>
    <SkeletonRows count={5} />
  </Delayed>
);

function Searched({ to }: { to: number }) {
  const text = useText();
  const day = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(to);
  return (
    <p className="px-gutter pt-4 text-center text-label text-ink-3" role="status">
      {text('wallet.records.searched', { day })}
    </p>
  );
}

/** Opens a record as a step of its own that going back undoes. */
export function useDetails() {
  const [record, setRecord] = useState<WalletRecord>();
  const sheet = useSheet('record');
  return {
    opened: sheet.isOpen ? record : undefined,
    open: (next: WalletRecord) => {
      setRecord(next);
      sheet.open();
    },
    close: sheet.close,
  };
}
