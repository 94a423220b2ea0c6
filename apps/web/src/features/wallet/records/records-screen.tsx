import { Button, Delayed, Empty, Icon, NavBar, Page, PullToRefresh, SkeletonRows } from '@app/ui';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useIsOpen } from '../../../data/app/openness.ts';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { isFiltered, type RecordFilter, readFilter, requestOf, writeFilter } from './record-filter.ts';
import { RecordFilters } from './record-filters.tsx';
import { RecordList } from './record-list.tsx';
import { RecordTotals } from './record-totals.tsx';
import { useRecords, useRefreshRecords } from './records-query.ts';

const STATEMENT = '/pages/setting/bill';

/** /pages/fund/assets_all_record?kind=&currency=&days=|from=&to= */
export default function RecordsScreen() {
  const text = useText();
  const [address, setAddress] = useSearchParams();
  const filter = readFilter(address);
  const back = { label: text('system.back'), go: useBack('/pages/fund/assets') };
  const change = (next: RecordFilter) => setAddress(writeFilter(next), { replace: true });
  return (
    <Page bar={<NavBar title={text('wallet.records.title')} back={back} end={<Export />} />}>
      <RecordFilters filter={filter} onChange={change} />
      <PullToRefresh label={text('system.refresh')} busyLabel={text('system.loading')} refresh={useRefreshRecords()}>
        {filter.group === undefined && <RecordTotals filter={filter} />}
        <FilteredRecords filter={filter} onReset={() => change({ period: { kind: 'last', days: 'all' } })} />
      </PullToRefresh>
    </Page>
  );
}

/** Leads to the statement, once it is open. */
function Export() {
  const text = useText();
  const isOpen = useIsOpen();
  if (!isOpen(STATEMENT)) return null;
  return (
    <Link className="iconbtn" to={STATEMENT} aria-label={text('wallet.records.export')}>
      <Icon name="save" />
    </Link>
  );
}

type FilteredProps = { filter: RecordFilter; onReset: () => void };

function FilteredRecords({ filter, onReset }: FilteredProps) {
  const name = JSON.stringify(filter);
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal filters have one request, made when they were chosen.
  const request = useMemo(() => requestOf(filter, serverNow()), [name]);
  const none = isFiltered(filter) ? <NoneFound onReset={onReset} /> : <NoneAtAll />;
  return <RecordList request={request} coin={filter.currency} hasNets={filter.group === undefined} none={none} />;
}

const ALL = {};

/** Tells a filter that matches nothing from an account without any record. */
function NoneFound({ onReset }: { onReset: () => void }) {
  const text = useText();
  const { query, records } = useRecords(ALL, 1);
  if (query.isPending)
    return (
      <Delayed>
        <SkeletonRows count={1} />
      </Delayed>
    );
  if (query.isSuccess && records.length === 0 && !query.hasNextPage) return <NoneAtAll />;
  return (
    <Empty
      title={text('wallet.records.none.match')}
      action={
        <Button size="small" onClick={onReset}>
          {text('wallet.transfers.reset')}
        </Button>
      }
    />
  );
}

function NoneAtAll() {
  const text = useText();
  return <Empty title={text('wallet.records.none')} text={text('wallet.records.none.text')} />;
}
