import { type ResultFilter, resultOf, showSigned } from '@app/domain/results';
import { type Amount, add, directionOf, negate, showAmount, ZERO } from '@app/money';
import { Facts } from '@app/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { HIDDEN, useHiddenAmounts } from '../../data/account/hidden-amounts.ts';
import { useIsOpen } from '../../data/app/openness.ts';
import { type TextKey, useLocale, useText } from '../../data/app/texts.ts';
import type { Period } from './results-query.ts';

/** Kinds of money from and to outside that have a name of their own. */
const FLOWS: Readonly<Record<string, TextKey>> = {
  deposit: 'results.flow.deposit',
  withdrawal: 'results.flow.withdrawal',
  payout: 'results.flow.payout',
  'demo.grant': 'results.flow.demo_grant',
  'demo.sweep': 'results.flow.demo_sweep',
};

/** How a year, a month and a day are written, by the length of their names. */
const OPTIONS: Readonly<Record<number, Intl.DateTimeFormatOptions>> = {
  4: { year: 'numeric' },
  7: { month: 'long', year: 'numeric' },
  10: { dateStyle: 'long' },
};

const RECORDS_PATH = '/pages/fund/assets_all_record';

/** Formats a day or month in UTC: the calendar's days end there, wherever its reader is. */
export function usePeriodName(): (name: string) => string {
  const locale = useLocale();
  return (name) => {
    const format = new Intl.DateTimeFormat(locale, { ...OPTIONS[name.length], timeZone: 'UTC' });
    return format.format(Date.parse(`${name}${'-01-01'.slice(name.length - 4)}T00:00:00Z`));
  };
}

const sumOfFees = (fees: Period['fees']) => fees.reduce((sum, { value }) => add(sum, value), ZERO);

/** What a period's result consists of: it leads from the opening to the closing value, line by line. */
export function PeriodDetails({ period, filter }: { period: Period; filter: ResultFilter }) {
  const text = useText();
  const { isHidden } = useHiddenAmounts();
  const isOpen = useIsOpen();
  const signed = (value: Amount) => (isHidden ? HIDDEN : showSigned(value));
  const plain = (value: Amount) => (isHidden ? HIDDEN : showAmount(value, 2));
  const total = resultOf(period, filter);
  const facts: (readonly [string, ReactNode])[] = [
    [text('results.opening'), plain(period.opening)],
    ...period.flows.map(({ kind, value }) => [text(FLOWS[kind] ?? 'results.flow.other'), signed(value)] as const),
    ...period.results.map(({ product, value }) => [text(`results.product.${product}`), signed(value)] as const),
    [text('results.held'), signed(period.held)],
    [text('results.fees'), signed(negate(sumOfFees(period.fees)))],
    [text('results.closing'), plain(period.closing)],
  ];
  const last = period.name.length > 7 ? period.name : lastDayOf(period.name);
  const first = period.name.length > 7 ? period.name : `${period.name}-01`;
  return (
    <>
      <p className={`result-text text-hero tone-${isHidden ? 'flat' : directionOf(total, 2)}`}>
        {signed(total)} <span className="text-label text-ink-3">USDT</span>
      </p>
      <div className="mt-3">
        <Facts facts={facts} />
      </div>
      {isOpen(RECORDS_PATH) && (
        <Link className="hit mt-3 inline-block text-brand" to={`${RECORDS_PATH}?from=${first}&to=${last}`}>
          {text('results.records')}
        </Link>
      )}
    </>
  );
}

const lastDayOf = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};
