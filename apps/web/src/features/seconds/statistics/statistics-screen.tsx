import { MODES, type Mode } from '@app/domain/ledger';
import {
  ChoiceChip,
  Delayed,
  Empty,
  LastKnown,
  ListFailed,
  NavBar,
  Page,
  PullToRefresh,
  Segmented,
  Skeleton,
} from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useListLabels } from '../../../data/app/list-labels.ts';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { useFilterSheet } from '../../../lib/use-filter-sheet.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { type DayOfMarket, figuresOf } from './day-figures.ts';
import { DaySheet } from './day-sheet.tsx';
import { DayList, Totals } from './statistics-lists.tsx';
import { PERIODS, type PeriodName, statisticsQuery } from './statistics-query.ts';

type Filter = { readonly mode: Mode; readonly days: PeriodName; readonly symbol: string | undefined };

const readFilter = (address: URLSearchParams): Filter => ({
  mode: MODES.find((mode) => mode === address.get('mode')) ?? 'real',
  days: PERIODS.find((days) => days === address.get('days')) ?? '7',
  symbol: address.get('symbol') || undefined,
});

/** /pages/plus/statistics?mode=demo&days=31: what everybody's bets came to, for everybody. */
export default function StatisticsScreen() {
  const text = useText();
  const [address, setAddress] = useSearchParams();
  const filter = readFilter(address);
  const query = useQuery(statisticsQuery(filter.mode, filter.days));
  const change = (fields: Partial<Filter>) => {
    const { symbol, ...rest } = { ...filter, ...fields };
    setAddress({ ...rest, ...(symbol !== undefined && { symbol }) }, { replace: true });
  };
  return (
    <Page bar={<NavBar title={text('statistics.title')} back={{ label: text('system.back'), go: useBack() }} />}>
      <PullToRefresh
        label={text('system.refresh')}
        busyLabel={text('system.loading')}
        refresh={async () => void (await query.refetch())}
      >
        <section className="px-gutter pt-2">
          <h2 className="text-title">{text('statistics.seconds')}</h2>
          <p className="mt-1 text-label text-ink-2">{text('statistics.about')}</p>
          <Choices filter={filter} all={query.data?.list ?? []} onChange={change} />
        </section>
        <Panel filter={filter} query={query} />
      </PullToRefresh>
    </Page>
  );
}

type ChoicesProps = { filter: Filter; all: readonly DayOfMarket[]; onChange: (fields: Partial<Filter>) => void };

function Choices({ filter, all, onChange }: ChoicesProps) {
  const text = useText();
  const close = text('system.close');
  const symbols = [...new Set([...all.map(({ symbol }) => symbol), ...(filter.symbol ? [filter.symbol] : [])])].sort();
  return (
    <>
      <div className="mt-3">
        <Segmented
          label={text('statistics.mode')}
          options={MODES.map((value) => ({ value, label: text(`statistics.mode.${value}`) }))}
          value={filter.mode}
          onChange={(mode) => onChange({ mode })}
        />
      </div>
      <div className="chips mt-3">
        <ChoiceChip
          sheet={useFilterSheet('period')}
          closeLabel={close}
          label={text('statistics.days')}
          all={text('statistics.days.last', { count: 7 })}
          value={filter.days === '7' ? undefined : filter.days}
          choices={[{ value: '31', label: text('statistics.days.last', { count: 31 }) }]}
          onChoose={(days) => onChange({ days: days === '31' ? '31' : '7' })}
        />
        <ChoiceChip
          sheet={useFilterSheet('market')}
          closeLabel={close}
          label={text('statistics.market')}
          all={text('statistics.market.all')}
          value={filter.symbol}
          choices={symbols.map((symbol) => ({ value: symbol, label: symbol }))}
          onChoose={(symbol) => onChange({ symbol })}
        />
      </div>
    </>
  );
}

type Query = ReturnType<typeof useQuery<{ readonly list: readonly DayOfMarket[] }>>;

function Panel({ filter, query }: { filter: Filter; query: Query }) {
  const text = useText();
  const labels = useListLabels();
  const sheet = useSheet('statistics-day');
  const [chosen, setChosen] = useState<DayOfMarket>();
  const { data, error, refetch } = query;
  if (data === undefined)
    return error === null ? <Loading /> : <ListFailed labels={labels} error={error} onRetry={refetch} />;
  const rows = data.list.filter(({ symbol }) => filter.symbol === undefined || symbol === filter.symbol);
  if (rows.length === 0) return <Empty title={text('statistics.none')} text={text('statistics.none.text')} />;
  const show = (day: DayOfMarket) => {
    setChosen(day);
    sheet.open();
  };
  return (
    <LastKnown query={query} labels={labels}>
      {figuresOf(rows).map((figures) => (
        <Totals key={figures.currency} figures={figures} />
      ))}
      <DayList rows={rows} onOpen={show} />
      <DaySheet
        day={chosen}
        mode={filter.mode}
        days={data.list}
        isOpen={sheet.isOpen && chosen !== undefined}
        onClose={sheet.close}
      />
    </LastKnown>
  );
}

const Loading = () => (
  <Delayed>
    <Skeleton className="mx-gutter mt-4 h-40 rounded-card" />
    {[0, 1, 2, 3].map((index) => (
      <div key={index} className="flex h-16 items-center justify-between px-gutter">
        <Skeleton className="h-9 w-40" />
        <Skeleton className="h-9 w-20" />
      </div>
    ))}
  </Delayed>
);
