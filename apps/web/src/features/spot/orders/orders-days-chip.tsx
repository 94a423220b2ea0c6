import { Button, Choices, Field } from '@app/ui';
import { useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { type Period, PRESETS } from './history-filter.ts';
import { FilterChip } from './orders-filter-chip.tsx';
import { dayOf, isDay, ownZone } from './zoned-days.ts';

const ALL = 'all';
type Props = { period: Period | undefined; onChoose: (period: Period | undefined) => void };

/** Filters by days, in the user's time zone. */
export function DaysChip({ period, onChoose }: Props) {
  const text = useText();
  const nameOf = (days: (typeof PRESETS)[number]) => text('spot.orders.days.last', { count: Number(days) });
  const chosen = period?.kind === 'range' ? `${period.from} – ${period.to}` : period && nameOf(period.days);
  return (
    <FilterChip name="days" label={text('spot.orders.days')} chosen={chosen}>
      {(act) => (
        <>
          <Choices<(typeof PRESETS)[number] | typeof ALL | 'range'>
            label={text('spot.orders.days')}
            choices={[
              { value: ALL, label: text('spot.orders.days.all') },
              ...PRESETS.map((value) => ({ value, label: nameOf(value) })),
            ]}
            value={period === undefined ? ALL : period.kind === 'last' ? period.days : 'range'}
            onChoose={(picked) =>
              act(() => onChoose(picked === ALL || picked === 'range' ? undefined : { kind: 'last', days: picked }))
            }
          />
          <RangeFields period={period} onChoose={(range) => act(() => onChoose(range))} />
        </>
      )}
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
          {...{ type: 'date', label: text('spot.orders.days.from'), value: from, max: today }}
          onChange={(event) => setRange({ from: event.target.value, to })}
        />
        <Field
          {...{ type: 'date', label: text('spot.orders.days.to'), value: to, max: today }}
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
