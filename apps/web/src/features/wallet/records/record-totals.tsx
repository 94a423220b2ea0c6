import { DAY_MS, dayOf } from '@app/domain/statement';
import { shownPlaces, WORTH_CURRENCY } from '@app/domain/wallet';
import { type Amount, absolute, directionOf, max, negate, ONE, ratio, ZERO } from '@app/money';
import { Skeleton } from '@app/ui';
import { useQueries, useQuery } from '@tanstack/react-query';
import { HIDDEN, useHiddenAmounts } from '../../../data/account/hidden-amounts.ts';
import { useText } from '../../../data/app/texts.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { daysIn, monthsBetween, type RecordFilter } from './record-filter.ts';
import { LastKnown } from './record-list.tsx';
import { signed } from './record-view.ts';
import { monthQuery, rangeQuery, totalsOf } from './records-query.ts';

/** The longest period that the server adds up. */
const DAYS_MAX = 400;
/** The longest period whose days are drawn. */
const BARS_MAX = 31;

/** Shows what the period changed, in USDT: net, in, out, results and fees. A period without an end has no totals. */
export function RecordTotals({ filter: { period, currency } }: { filter: RecordFilter }) {
  const days = daysIn(period, serverNow());
  const count =
    days === undefined ? Number.POSITIVE_INFINITY : (Date.parse(days.to) - Date.parse(days.from)) / DAY_MS + 1;
  if (days === undefined || count > DAYS_MAX) return null;
  return (
    <section className="pt-4">
      <Totals range={currency === undefined ? days : { ...days, currency }} hasBars={count <= BARS_MAX} />
    </section>
  );
}

type Range = { readonly from: string; readonly to: string; readonly currency?: string };

function Totals({ range, hasBars }: { range: Range; hasBars: boolean }) {
  const text = useText();
  const query = useQuery(rangeQuery(useSessionScope(), range));
  const { data, error } = query;
  return (
    <LastKnown query={query}>
      {data !== undefined && <Figures totals={totalsOf(data)} />}
      {data === undefined && error === null && <Skeleton className="mx-gutter h-28" />}
      {data === undefined && error !== null && (
        <p className="px-gutter text-label text-ink-3">{text('wallet.records.totals.failed')}</p>
      )}
      {range.currency === undefined && hasBars && <Bars from={range.from} to={range.to} />}
    </LastKnown>
  );
}

function Figures({ totals: { net, came, went, result, paid } }: { totals: ReturnType<typeof totalsOf> }) {
  const text = useText();
  const { isHidden } = useHiddenAmounts();
  const show = (amount: Amount) => (isHidden ? HIDDEN : signed(amount, WORTH_CURRENCY));
  const parts = [
    [text('wallet.records.in'), came],
    [text('wallet.records.out'), went],
    [text('wallet.records.result'), result],
    [text('wallet.records.fees'), negate(paid)],
  ] as const;
  return (
    <>
      <div className="px-gutter">
        <p className="text-label text-ink-3">{text('wallet.records.net')}</p>
        <p className={`text-hero wrap-anywhere ${isHidden ? '' : `text-(--tone) tone-${toneOf(net)}`}`}>{show(net)}</p>
      </div>
      <dl className="mx-gutter mt-3 flex flex-wrap justify-between gap-x-4 gap-y-2 rounded-control bg-s1 px-4 py-3">
        {parts.map(([label, amount]) => (
          <div key={label}>
            <dt className="text-micro text-ink-3">{label}</dt>
            <dd
              className={`text-label font-medium ${isHidden || amount === ZERO ? '' : `text-(--tone) tone-${toneOf(amount)}`}`}
            >
              {show(amount)}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const toneOf = (amount: Amount) => directionOf(amount, shownPlaces(WORTH_CURRENCY));

const HEIGHT = 72;

/** Draws the net change of each day, above and below a line of zero. */
function Bars({ from, to }: { from: string; to: string }) {
  const text = useText();
  const scope = useSessionScope();
  const months = monthsBetween(from, to);
  const answers = useQueries({ queries: months.map((month) => monthQuery(scope, month)) });
  const nets = new Map(
    answers.flatMap(({ data }) => data?.list.map((day) => [day.name, totalsOf(day).net] as const) ?? []),
  );
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) days.push(dayOf(at));
  const values = days.map((day) => nets.get(day) ?? ZERO);
  const top = values.reduce((most, value) => max(most, value), ZERO);
  const bottom = values.reduce((most, value) => max(most, negate(value)), ZERO);
  const span = (top + bottom) as Amount;
  if (span === ZERO) return null;
  const share = (amount: Amount) => Number(ratio(amount, span, 'down')) / Number(ONE);
  const zero = share(top) * HEIGHT;
  return (
    <figure className="mt-3 px-gutter">
      <svg
        className="block h-18 w-full"
        viewBox={`0 0 ${days.length * 10} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={text('wallet.records.bars')}
      >
        <path className="stroke-line" d={`M0 ${zero}H${days.length * 10}`} vectorEffect="non-scaling-stroke" />
        {values.map((value, index) => {
          const height = Math.max(share(absolute(value)) * HEIGHT, value === ZERO ? 0 : 1.5);
          return (
            <rect
              key={days[index]}
              className={`fill-(--tone) tone-${value >= ZERO ? 'up' : 'down'}`}
              x={index * 10 + 2}
              width={6}
              y={value >= ZERO ? zero - height : zero}
              height={height}
            />
          );
        })}
      </svg>
      <figcaption className="flex justify-between pt-1 text-micro text-ink-3" aria-hidden="true">
        <span>{from}</span>
        <span>{to}</span>
      </figcaption>
    </figure>
  );
}
