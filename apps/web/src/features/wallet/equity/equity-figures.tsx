import type { Worth } from '@app/domain/wallet';
import { showPercent } from '@app/money';
import { equityDay } from '@app/protocol/wallet';
import { AreaCurve, Button, durationText, Skeleton, Stale, StaleBadge, Tag } from '@app/ui';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { balancesQuery } from '../../../data/account/balances.ts';
import { HIDDEN, useHiddenAmounts } from '../../../data/account/hidden-amounts.ts';
import { useText } from '../../../data/app/texts.ts';
import { call } from '../../../data/call/call.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { HideButton } from '../valuation/hidden-amounts.tsx';
import type { PriceMark } from '../valuation/price-marks.ts';
import { rateMoment } from '../valuation/rate-moment.ts';
import { type Unit, useUnit } from '../valuation/unit.ts';
import { useStale } from '../valuation/use-stale.ts';
import { useWorth } from '../valuation/worth.ts';
import {
  clockText,
  dayKeyOf,
  isEmptyDay,
  isSameDay,
  isUnknownDay,
  lineOf,
  type ShownDay,
  showChange,
  showInParts,
  showOnScale,
  startOfDay,
} from './equity-line-model.ts';
import { ChangeLoading, LineLoading } from './equity-loading.tsx';

/** Shows the user's total equity in the user's currency, live, and its course today. */
export function EquityFigures() {
  const text = useText();
  const equity = useEquity();
  const unit = useUnit();
  const silentMs = useStale(equity.updatedAt, equity.marks);
  const unvalued = equity.worth?.unvalued ?? [];
  return (
    <>
      <div className="flex items-center gap-2 px-gutter pt-2 text-label text-ink-3">
        <h2 className="text-label font-normal">{text('wallet.equity.title')}</h2>
        <HideButton />
        <span className="-my-1 ml-auto flex gap-1">
          {silentMs !== undefined && <StaleBadge>{text('system.stale', { time: durationText(silentMs) })}</StaleBadge>}
          {equity.day?.simulated === true && (
            <span className="simulated simulated--first">
              <Tag>{text('wallet.equity.simulated')}</Tag>
            </span>
          )}
        </span>
      </div>
      <Stale stale={silentMs !== undefined}>
        <div className="px-gutter">
          <Total worth={equity.worth} unit={unit} />
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <EquityChange equity={equity} unit={unit} />
            <RateNote unit={unit} />
          </div>
          {unvalued.length > 0 && (
            <p className="text-label text-ink-3">{text('wallet.total.unvalued', { coins: unvalued.join(', ') })}</p>
          )}
        </div>
        <EquityLine equity={equity} unit={unit} />
      </Stale>
    </>
  );
}

/** A longer total uses the smaller size, to stay on one line of a narrow phone. */
const ROOMY_LENGTH = 12;

function Total({ worth, unit }: Pick<Equity, 'worth'> & { unit: Unit }) {
  const { isHidden } = useHiddenAmounts();
  if (worth === undefined)
    return (
      <div className="mt-0.5 flex h-12 items-center">
        <Skeleton className="h-9 w-52" />
      </div>
    );
  const [whole, decimals] = showInParts(worth.total, unit);
  const size = !isHidden && whole.length + decimals.length > ROOMY_LENGTH ? 'text-hero leading-12' : 'text-display';
  return (
    <p className={`mt-0.5 min-h-12 wrap-anywhere ${size}`}>
      {isHidden ? HIDDEN : whole}
      {!isHidden && <span className="text-ink-3">{decimals}</span>}
      {!isHidden && unit.sign === '' && <span className="text-h2 text-ink-3"> {unit.name}</span>}
    </p>
  );
}

/** Shows the time of a stale rate. */
export function RateNote({ unit: { name, since } }: { unit: Unit }) {
  const { isHidden } = useHiddenAmounts();
  if (isHidden || since === undefined) return null;
  return (
    <span className="text-label text-ink-3">
      {name} · {rateMoment(since)}
    </span>
  );
}

type Props = { equity: Equity; unit: Unit };

type ChangeProps = { equity: Pick<Equity, 'day' | 'worth' | 'isDayMissing'>; unit: Unit };

/** ▲ +$222.30 (+0.90%) today; with amounts hidden, only the percentage. */
export function EquityChange({ equity: { day, worth, isDayMissing }, unit }: ChangeProps) {
  const text = useText();
  const { isHidden } = useHiddenAmounts();
  if (isDayMissing) return <p className="mt-1 text-label text-ink-3">—</p>;
  if (day === undefined || worth === undefined) return <ChangeLoading />;
  const { change, ratio } = lineOf(day);
  const { text: amount, direction } = showChange(change, unit);
  const percent = ratio === undefined ? '' : showPercent(ratio);
  const message = isHidden ? percent || '—' : [amount, percent && `(${percent})`].filter(Boolean).join(' ');
  return (
    <p className="mt-1 min-h-4.5 text-label font-medium">
      <span className={`change tone-${direction}`}>
        {direction !== 'flat' && <i className={`tri tri--${direction}`} />}
        {message}
      </span>{' '}
      <span className="font-normal text-ink-3">{text('wallet.equity.today')}</span>
    </p>
  );
}

/** Draws today's equity against its reference value. Without data, shows a sentence instead. */
function EquityLine({ equity: { day, worth, isDayMissing, refresh }, unit }: Props) {
  const text = useText();
  const { isHidden } = useHiddenAmounts();
  if (isDayMissing)
    return (
      <div className="mt-1 flex min-h-23 items-center justify-between gap-3 px-gutter">
        <p className="text-label text-ink-3">{text('wallet.equity.failed')}</p>
        <Button size="small" onClick={refresh}>
          {text('system.retry')}
        </Button>
      </div>
    );
  if (day === undefined || worth === undefined) return <LineLoading />;
  if (isEmptyDay(day))
    return (
      <p className="mt-1 flex min-h-23 items-center px-gutter text-label text-pretty text-ink-3">
        {text('wallet.equity.empty')}
      </p>
    );
  const { values, mark } = lineOf(day);
  const name = isHidden ? clockText(day.since) : text(markKey(day), nameOf(day, showOnScale(mark, unit)));
  return (
    <div className="mt-1">
      <AreaCurve values={values} mark={{ value: mark, name }} label={text('wallet.equity.line')} staff={!isHidden} />
    </div>
  );
}

const nameOf = ({ since }: ShownDay, amount: string) => ({ time: clockText(since), amount });

/** Returns the label of the reference value; it names deposits or withdrawals, which shift it. */
const markKey = ({ came }: ShownDay) =>
  came === 0n ? 'wallet.equity.mark' : came > 0n ? 'wallet.equity.mark.in' : 'wallet.equity.mark.out';

const DAY_EVERY_MS = 300_000;

type Equity = {
  readonly updatedAt: number;
  /** Undefined until prices have loaded. */
  readonly worth: Worth | undefined;
  readonly marks: readonly PriceMark[];
  readonly day: ShownDay | undefined;
  /** True if the day's data is missing until it is requested again. */
  readonly isDayMissing: boolean;
  readonly refresh: () => void;
};

/** Returns total equity at current prices, and its course today. */
function useEquity(): Equity {
  const { data: balances, dataUpdatedAt } = useSuspenseQuery(balancesQuery(useSessionScope()));
  const { marks, worth } = useWorth(balances.list);
  const { data, isPlaceholderData, error, refetch } = useDay(balances.seq);
  // Until the day's data includes a deposit, use its own figures, which are consistent with each other.
  const now = isPlaceholderData || worth === undefined ? data?.now : worth.total;
  return {
    updatedAt: dataUpdatedAt,
    worth,
    marks,
    day: data && { ...data, now: now ?? data.now },
    isDayMissing: data === undefined ? error !== null : isUnknownDay(data),
    refresh: () => void refetch(),
  };
}

/** Fetches the day's equity again when balances change: the key holds the balance sequence and the session scope. */
export function useDay(seq: string) {
  const dayQuery = { scope: useSessionScope(), since: startOfDay(serverNow()), seq };
  return useQuery({
    queryKey: dayKeyOf(dayQuery),
    queryFn: ({ signal }) => call(equityDay, { since: dayQuery.since }, { signal }),
    refetchInterval: DAY_EVERY_MS,
    staleTime: DAY_EVERY_MS,
    placeholderData: (before, query) => (isSameDay(query?.queryKey, dayQuery) ? before : undefined),
  });
}
