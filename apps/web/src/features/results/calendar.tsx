import {
  monthBefore,
  type PeriodResult,
  type ResultFilter,
  resultOf,
  showInCell,
  showSigned,
  weeksOf,
} from '@app/domain/results';
import { nextMonth } from '@app/domain/statement';
import { type Amount, directionOf } from '@app/money';
import { Icon, IconButton } from '@app/ui';
import { HIDDEN, HIDDEN_SHORT, useHiddenAmounts } from '../../data/account/hidden-amounts.ts';
import { useLocale, useText } from '../../data/app/texts.ts';
import { usePeriodName } from './period-details.tsx';

const PLACES = 2;
/** Any Monday. */
const MONDAY_MS = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;
const WEEKDAYS = Array.from({ length: 7 }, (_, day) => MONDAY_MS + day * DAY_MS);

/** The direction that sets the colour; a hidden result has none. */
const toneOf = (value: Amount, isHidden: boolean) => (isHidden ? 'flat' : directionOf(value, PLACES));

type Props = {
  periods: readonly PeriodResult[];
  filter: ResultFilter;
  selected: string | undefined;
  select: (name: string) => void;
};

/** A month as a grid of weeks: each day with its result, by sign and colour. */
export function MonthGrid({ month, ...props }: Props & { month: string }) {
  const locale = useLocale();
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'narrow', timeZone: 'UTC' });
  const long = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  const byName = new Map(props.periods.map((period) => [period.name, period]));
  return (
    <table className="w-full table-fixed border-separate border-spacing-1">
      <thead>
        <tr>
          {WEEKDAYS.map((ms) => (
            <th key={ms} scope="col" className="pb-1 text-center text-micro font-normal text-ink-3">
              <abbr className="no-underline" title={long.format(ms)}>
                {weekday.format(ms)}
              </abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week.find((day) => day !== undefined)}>
            {week.map((day, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a place without a day has no other name.
              <td key={place} className="p-0">
                {day !== undefined && <DayCell day={day} period={byName.get(day)} {...props} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type CellProps = Omit<Props, 'periods'> & { day: string; period: PeriodResult | undefined };

function DayCell({ day, period, filter, selected, select }: CellProps) {
  const locale = useLocale();
  const { isHidden } = useHiddenAmounts();
  const number = Number(day.slice(8));
  if (period === undefined)
    return <span className="flex h-12 flex-col items-center justify-center text-label text-ink-3">{number}</span>;
  const value = resultOf(period, filter);
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    Date.parse(`${day}T00:00:00Z`),
  );
  const tone = toneOf(value, isHidden);
  return (
    <button
      type="button"
      className={`result-cell result-cell--${tone} ${selected === day ? 'result-cell--on' : ''}`}
      aria-pressed={selected === day}
      onClick={() => select(day)}
    >
      <span className="sr-only">{isHidden ? date : `${date}: ${showSigned(value)} USDT`}</span>
      <span className="text-label text-ink" aria-hidden="true">
        {number}
      </span>
      <span className={`result-text text-micro tone-${tone}`} aria-hidden="true">
        {isHidden ? HIDDEN_SHORT : showInCell(value)}
      </span>
    </button>
  );
}

/** A year as twelve months, each with its result. */
export function YearGrid({ periods, filter, selected, select }: Props) {
  const text = useText();
  const locale = useLocale();
  const { isHidden } = useHiddenAmounts();
  const format = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' });
  const long = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return (
    <ul className="grid grid-cols-3 gap-2" aria-label={text('results.months')}>
      {periods.map((period) => {
        const value = resultOf(period, filter);
        const tone = toneOf(value, isHidden);
        const at = Date.parse(`${period.name}-01T00:00:00Z`);
        return (
          <li key={period.name}>
            <button
              type="button"
              className={`result-cell result-cell--tall result-cell--${tone} ${selected === period.name ? 'result-cell--on' : ''}`}
              onClick={() => select(period.name)}
            >
              <span className="sr-only">
                {isHidden ? long.format(at) : `${long.format(at)}: ${showSigned(value)} USDT`}
              </span>
              <span className="text-label text-ink" aria-hidden="true">
                {format.format(at)}
              </span>
              <span className={`result-text text-label tone-${tone}`} aria-hidden="true">
                {isHidden ? HIDDEN : showInCell(value)}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

type PagingProps = { period: string; first: string; current: string; go: (period: string) => void };

/** The period's name between two steps, which end at the first activity and today. */
export function Paging({ period, first, current, go }: PagingProps) {
  const text = useText();
  const name = usePeriodName();
  const isYear = period.length === 4;
  const before = isYear ? String(Number(period) - 1) : monthBefore(period);
  const after = isYear ? String(Number(period) + 1) : nextMonth(period);
  const hasBefore = before >= first.slice(0, before.length);
  const hasAfter = after <= current.slice(0, after.length);
  return (
    <div className="flex items-center justify-between">
      <IconButton className={hasBefore ? '' : 'invisible'} label={text('results.before')} onClick={() => go(before)}>
        <Icon name="back" size={20} />
      </IconButton>
      <h2 className="text-title" aria-live="polite">
        {name(period)}
      </h2>
      <IconButton className={hasAfter ? '' : 'invisible'} label={text('results.after')} onClick={() => go(after)}>
        <Icon name="right" size={20} />
      </IconButton>
    </div>
  );
}
