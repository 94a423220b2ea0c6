import { dayOf } from '@app/domain/statement';
import { Button, ChoiceChip, Choices, CoinIcon, Field, FilterChip } from '@app/ui';
import { useState } from 'react';
import { useBalances } from '../../../data/account/balances.ts';
import { useText } from '../../../data/app/texts.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { useFilterSheet } from '../../../lib/use-filter-sheet.ts';
import { FILTER_GROUPS, isDay, type Period, PRESETS, type Preset, type RecordFilter } from './record-filter.ts';

type Props = { filter: RecordFilter; onChange: (filter: RecordFilter) => void };

/** Filters records by kind, by coin, of those the user has or had, and by days in UTC. */
export function RecordFilters({ filter, onChange }: Props) {
  const text = useText();
  const { data } = useBalances();
  const known = data?.list.map(({ currency }) => currency) ?? [];
  const coins = [...new Set([...(filter.currency === undefined ? [] : [filter.currency]), ...known])];
  return (
    <div className="px-gutter pt-2">
      <div className="chips">
        <ChoiceChip
          sheet={useFilterSheet('kind')}
          closeLabel={text('system.close')}
          label={text('wallet.records.kinds')}
          all={text('wallet.records.kinds.all')}
          choices={FILTER_GROUPS.map((value) => ({ value, label: text(`wallet.records.group.${value}`) }))}
          value={filter.group}
          onChoose={(group) => onChange({ ...filter, group })}
        />
        <ChoiceChip
          sheet={useFilterSheet('coin')}
          closeLabel={text('system.close')}
          label={text('wallet.coin')}
          all={text('wallet.transfers.coins')}
          choices={coins.map((value) => ({ value, label: value, lead: <CoinIcon code={value} size={24} /> }))}
          value={filter.currency}
          onChoose={(currency) => onChange({ ...filter, currency })}
        />
        <PeriodChip period={filter.period} onChoose={(period) => onChange({ ...filter, period })} />
      </div>
    </div>
  );
}

type PeriodProps = { period: Period; onChoose: (period: Period) => void };

function PeriodChip({ period, onChoose }: PeriodProps) {
  const text = useText();
  const sheet = useFilterSheet('days');
  const nameOf = (days: Preset) =>
    days === 'all' ? text('wallet.records.days.all') : text('wallet.records.days.last', { count: Number(days) });
  return (
    <FilterChip
      sheet={sheet}
      closeLabel={text('system.close')}
      label={text('wallet.records.days')}
      chosen={period.kind === 'range' ? `${period.from} – ${period.to}` : nameOf(period.days)}
    >
      <Choices<Preset | 'range'>
        label={text('wallet.records.days')}
        choices={PRESETS.map((value) => ({ value, label: nameOf(value) }))}
        value={period.kind === 'range' ? 'range' : period.days}
        onChoose={(days) => sheet.act(() => days !== 'range' && onChoose({ kind: 'last', days }))}
      />
      <RangeFields period={period} onChoose={(range) => sheet.act(() => onChoose(range))} />
    </FilterChip>
  );
}

/** Takes a range of days, both included. */
function RangeFields({ period, onChoose }: PeriodProps) {
  const text = useText();
  const today = dayOf(serverNow());
  const [{ from, to }, setRange] = useState(period.kind === 'range' ? period : { from: today, to: today });
  const isWhole = isDay(from) && isDay(to);
  const isTurned = isWhole && from > to;
  return (
    <div className="grid gap-3 pt-3">
      <div className="grid grid-cols-2 gap-3">
        <Field
          type="date"
          label={text('wallet.records.days.from')}
          value={from}
          max={today}
          onChange={(event) => setRange({ from: event.target.value, to })}
        />
        <Field
          type="date"
          label={text('wallet.records.days.to')}
          value={to}
          max={today}
          error={isTurned ? text('wallet.records.days.turned') : undefined}
          onChange={(event) => setRange({ from, to: event.target.value })}
        />
      </div>
      <p className="text-label text-ink-3">{text('wallet.records.utc')}</p>
      <Button tone="primary" wide disabled={!isWhole || isTurned} onClick={() => onChoose({ kind: 'range', from, to })}>
        {text('wallet.records.days.show')}
      </Button>
    </div>
  );
}
