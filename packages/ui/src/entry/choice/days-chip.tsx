import { useState } from 'react';
import { Button } from '../button.tsx';
import { Field } from '../field.tsx';
import { Choices } from './choices.tsx';
import { FilterChip } from './filter-chip.tsx';

const ALL = 'all';
const RANGE = 'range';

type Period<Days extends string> =
  | { readonly kind: 'last'; readonly days: Days }
  | { readonly kind: 'range'; readonly from: string; readonly to: string };

type Labels<Days extends string> = Readonly<
  Record<'label' | 'close' | 'all' | 'from' | 'to' | 'turned' | 'show', string>
> & {
  readonly last: (days: Days) => string;
};

type Props<Days extends string> = {
  labels: Labels<Days>;
  sheet: Parameters<typeof FilterChip>[0]['sheet'];
  presets: readonly Days[];
  /** The user's day, as `2026-03-01`; no later one can be chosen. */
  today: string;
  period: Period<Days> | undefined;
  onChoose: (period: Period<Days> | undefined) => void;
};

/** Renders a filter by days: the last ones, or a range. */
export function DaysChip<Days extends string>({ labels, sheet, presets, today, period, onChoose }: Props<Days>) {
  const chosen = period?.kind === 'range' ? `${period.from} – ${period.to}` : period && labels.last(period.days);
  return (
    <FilterChip label={labels.label} closeLabel={labels.close} sheet={sheet} chosen={chosen}>
      <Choices<Days | typeof ALL | typeof RANGE>
        label={labels.label}
        choices={[{ value: ALL, label: labels.all }, ...presets.map((value) => ({ value, label: labels.last(value) }))]}
        value={period === undefined ? ALL : period.kind === 'last' ? period.days : RANGE}
        onChoose={(picked) =>
          sheet.act(() =>
            onChoose(picked === ALL || picked === RANGE ? undefined : { kind: 'last', days: picked as Days }),
          )
        }
      />
      <RangeFields
        labels={labels}
        today={today}
        range={period?.kind === 'range' ? period : undefined}
        onChoose={(range) => sheet.act(() => onChoose(range))}
      />
    </FilterChip>
  );
}

type Range = { readonly kind: 'range'; readonly from: string; readonly to: string };
type RangeProps = {
  labels: Pick<Labels<string>, 'from' | 'to' | 'turned' | 'show'>;
  today: string;
  range: Range | undefined;
  onChoose: (range: Range) => void;
};

/** Takes a range of days, both included. */
function RangeFields({ labels, today, range, onChoose }: RangeProps) {
  const [{ from, to }, setRange] = useState<Pick<Range, 'from' | 'to'>>(range ?? { from: today, to: today });
  const isWhole = from !== '' && to !== ''; // A date input gives a whole day or nothing.
  const isTurned = isWhole && from > to;
  return (
    <div className="grid gap-3 pt-3">
      <div className="grid grid-cols-2 gap-3">
        <Field
          type={'date'}
          label={labels.from}
          value={from}
          max={today}
          onChange={(event) => setRange({ from: event.target.value, to })}
        />
        <Field
          type={'date'}
          label={labels.to}
          value={to}
          max={today}
          error={isTurned ? labels.turned : undefined}
          onChange={(event) => setRange({ from, to: event.target.value })}
        />
      </div>
      <Button tone="primary" wide disabled={!isWhole || isTurned} onClick={() => onChoose({ kind: 'range', from, to })}>
        {labels.show}
      </Button>
    </div>
  );
}
