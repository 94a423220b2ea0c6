import { SIDES } from '@app/domain/spot';
import { Button, ChoiceChip, Choices, Field, FilterChip } from '@app/ui';
import { useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { useMarkets } from '../../../data/market/markets.ts';
import { useFilterSheet } from '../../../lib/use-filter-sheet.ts';
import { CLOSED_STATES, type HistoryFilter, type Period, PRESETS } from './history-filter.ts';

import { dayOf, isDay, ownZone } from './zoned-days.ts';

type Props = { filter: HistoryFilter; isPast: boolean; onChange: (filter: HistoryFilter) => void };

/** Shows pair and side filters for any list; status and days for closed orders. */
export function OrdersFilters({ filter, isPast, onChange }: Props) {
  const text = useText();
  const pair = useFilterSheet('pair');
  const side = useFilterSheet('side');
  const status = useFilterSheet('status');
  const pairs = useMarkets().filter(({ products }) => products.includes('spot'));
  return (
    <div className="chips">
      <ChoiceChip
        sheet={pair}
        closeLabel={text('system.close')}
        label={text('spot.orders.pair')}
        all={text('spot.orders.pair.all')}
        value={filter.symbol}
        choices={pairs.map(({ symbol }) => ({ value: symbol, label: symbol }))}
        onChoose={(symbol) => onChange({ ...filter, symbol })}
      />
      <ChoiceChip
        sheet={side}
        closeLabel={text('system.close')}
        label={text('spot.orders.side')}
        all={text('spot.orders.side.all')}
        value={filter.side}
        choices={SIDES.map((value) => ({ value, label: text(`spot.${value}`) }))}
        onChoose={(chosen) => onChange({ ...filter, side: chosen })}
      />
      {isPast && (
        <>
          <ChoiceChip
            sheet={status}
            closeLabel={text('system.close')}
            label={text('spot.orders.state')}
            all={text('spot.orders.state.all')}
            value={filter.status}
            choices={CLOSED_STATES.map((value) => ({ value, label: text(`spot.status.${value}`) }))}
            onChoose={(chosen) => onChange({ ...filter, status: chosen })}
          />
          <DaysChip period={filter.period} onChoose={(period) => onChange({ ...filter, period })} />
        </>
      )}
    </div>
  );
}

const ALL = 'all';
type DaysChipProps = { period: Period | undefined; onChoose: (period: Period | undefined) => void };

/** Filters by days, in the user's time zone. */
function DaysChip({ period, onChoose }: DaysChipProps) {
  const text = useText();
  const sheet = useFilterSheet('days');
  const nameOf = (days: (typeof PRESETS)[number]) => text('spot.orders.days.last', { count: Number(days) });
  const chosen = period?.kind === 'range' ? `${period.from} – ${period.to}` : period && nameOf(period.days);
  return (
    <FilterChip label={text('spot.orders.days')} closeLabel={text('system.close')} sheet={sheet} chosen={chosen}>
      <Choices<(typeof PRESETS)[number] | typeof ALL | 'range'>
        label={text('spot.orders.days')}
        choices={[
          { value: ALL, label: text('spot.orders.days.all') },
          ...PRESETS.map((value) => ({ value, label: nameOf(value) })),
        ]}
        value={period === undefined ? ALL : period.kind === 'last' ? period.days : 'range'}
        onChoose={(picked) =>
          sheet.act(() => onChoose(picked === ALL || picked === 'range' ? undefined : { kind: 'last', days: picked }))
        }
      />
      <RangeFields period={period} onChoose={(range) => sheet.act(() => onChoose(range))} />
    </FilterChip>
  );
}

/** Takes a range of days, both included. */
function RangeFields({ period, onChoose }: { period: Period | undefined; onChoose: (period: Period) => void }) {
  const text = useText();
  const today = dayOf(serverNow(), ownZone());
  const [{ from, to }, setRange] = useState(period?.kind === 'range' ? period : { from: today, to: today });
  const isWhole = isDay(from) && isDay(to);
  const isTurned = isWhole && from > to;
  return (
    <div className="grid gap-3 pt-3">
      <div className="grid grid-cols-2 gap-3">
        <Field
          type={'date'}
          label={text('spot.orders.days.from')}
          value={from}
          max={today}
          onChange={(event) => setRange({ from: event.target.value, to })}
        />
        <Field
          type={'date'}
          label={text('spot.orders.days.to')}
          value={to}
          max={today}
          error={isTurned ? text('spot.orders.days.turned') : undefined}
          onChange={(event) => setRange({ from, to: event.target.value })}
        />
      </div>
      <Button tone="primary" wide disabled={!isWhole || isTurned} onClick={() => onChoose({ kind: 'range', from, to })}>
        {text('spot.orders.days.show')}
      </Button>
    </div>
  );
}
