import { nextMonth } from '@app/domain/statement';
import { Icon, IconButton, RadioList, Sheet } from '@app/ui';
import { useState } from 'react';
import { useText } from '../../data/app/texts.ts';
import { serverNow } from '../../data/call/server-clock.ts';
import { type Dates, listMonths, monthIn, previousMonth } from './statement-months.ts';

type Props = {
  month: string;
  /** The first month with any activity; undefined while unknown. */
  first: string | null | undefined;
  dates: Dates;
  onChange: (month: string) => void;
};

/** Renders the month with a step in either direction and a list of all of them. The current one is marked as not over. */
export function MonthBar({ month, first, dates, onChange }: Props) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const nowMs = serverNow();
  const current = monthIn(new URLSearchParams(), nowMs);
  const name = (it: string) =>
    it === current ? text('statement.month.so_far', { month: dates.month(it) }) : dates.month(it);
  return (
    <div className="flex items-center justify-between px-1">
      <IconButton
        className="shrink-0"
        label={text('statement.month.previous')}
        disabled={first === undefined || first === null || month <= first}
        onClick={() => onChange(previousMonth(month))}
      >
        <Icon name="back" />
      </IconButton>
      <button
        type="button"
        className="hit flex min-w-0 items-center gap-2 text-title"
        aria-haspopup="dialog"
        aria-label={`${text('statement.month.pick')}: ${name(month)}`}
        onClick={() => setOpen(true)}
      >
        <Icon name="calendar" size={20} />
        <span className="min-w-0 text-center text-balance first-letter:uppercase">{name(month)}</span>
        <Icon name="down" size={16} />
      </button>
      <IconButton
        className="shrink-0"
        label={text('statement.month.next')}
        disabled={month >= current}
        onClick={() => onChange(nextMonth(month))}
      >
        <Icon name="right" />
      </IconButton>
      <Sheet
        open={isOpen}
        onClose={() => setOpen(false)}
        title={text('statement.month.pick')}
        closeLabel={text('system.close')}
      >
        <RadioList
          label={text('statement.month.pick')}
          options={listMonths(first ?? null, month, nowMs).map((value) => ({ value, label: name(value) }))}
          value={month}
          onChange={(next) => {
            onChange(next);
            setOpen(false);
          }}
        />
      </Sheet>
    </div>
  );
}
