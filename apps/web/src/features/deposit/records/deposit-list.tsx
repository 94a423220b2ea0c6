import { DEPOSIT_STATES, type DepositState } from '@app/domain/deposit';
import {
  amountForSpeech,
  Button,
  ChipGroup,
  CoinIcon,
  Delayed,
  Empty,
  LastKnown,
  ListEnd,
  ListFailed,
  PullToRefresh,
  SkeletonRows,
  Tag,
} from '@app/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { HIDDEN, useHiddenAmounts } from '../../../data/account/hidden-amounts.ts';
import { networkName } from '../../../data/account/network-name.ts';
import { useListLabels } from '../../../data/app/list-labels.ts';
import { useLocale, useText } from '../../../data/app/texts.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { dayLabel, daysOf } from '../../../lib/days.ts';
import { clockText, ownZone } from '../../../lib/zoned-days.ts';
import { type Deposit, depositsQuery } from '../deposits-query.ts';
import { countOf } from '../receive/arrivals.ts';
import { shownState, TONE_OF } from './deposit-view.ts';

type Props = {
  state: DepositState | undefined;
  onState: (state: DepositState | undefined) => void;
  onOpen: (deposit: Deposit) => void;
};

const ALL = 'all';

/** Lists the user's deposits by day, newest first, of one state if chosen. */
export function DepositList({ state, onState, onOpen }: Props) {
  const text = useText();
  const chips = [
    { value: ALL, label: text('wallet.records.all') },
    ...DEPOSIT_STATES.map((value) => ({ value, label: text(`deposit.state.${value}`) })),
  ] as const;
  return (
    <>
      <div className="px-gutter pt-3 pb-2">
        <ChipGroup<DepositState | typeof ALL>
          label={text('wallet.transfers.state')}
          chips={chips}
          value={state ?? ALL}
          onChange={(chosen) => onState(chosen === ALL ? undefined : chosen)}
        />
      </div>
      <Deposits key={state} state={state} onState={onState} onOpen={onOpen} />
    </>
  );
}

function Deposits({ state, onState, onOpen }: Props) {
  const text = useText();
  const labels = useListLabels();
  const query = useInfiniteQuery(depositsQuery(useSessionScope(), state));
  const { data, error, refetch } = query;
  if (data === undefined && error !== null) return <ListFailed labels={labels} error={error} onRetry={refetch} />;
  if (data === undefined)
    return (
      <Delayed>
        <SkeletonRows count={5} />
      </Delayed>
    );
  const deposits = data.pages.flatMap(({ list }) => list);
  if (deposits.length === 0) return <NoDeposits reset={state && (() => onState(undefined))} />;
  return (
    <PullToRefresh
      label={text('system.refresh')}
      busyLabel={text('system.loading')}
      refresh={async () => void (await refetch())}
    >
      <LastKnown query={query} labels={labels}>
        <DepositDays deposits={deposits} onOpen={onOpen} />
        <ListEnd query={query} labels={labels} />
      </LastKnown>
    </PullToRefresh>
  );
}

/** A list without deposits differs from one without matches. */
function NoDeposits({ reset }: { reset: (() => void) | undefined }) {
  const text = useText();
  return (
    <div className="pt-10">
      {reset === undefined ? (
        <Empty title={text('deposit.none')} text={text('deposit.none.text')} />
      ) : (
        <Empty
          title={text('deposit.none.match')}
          action={
            <Button size="small" onClick={reset}>
              {text('wallet.transfers.reset')}
            </Button>
          }
        />
      )}
    </div>
  );
}

type DaysProps = { deposits: readonly Deposit[]; onOpen: (deposit: Deposit) => void };

function DepositDays({ deposits, onOpen }: DaysProps) {
  const locale = useLocale();
  const timeZone = ownZone();
  const dated = deposits.map((deposit) => ({ ...deposit, at: deposit.seen_at }));
  const look = { now: serverNow(), timeZone, locale };
  return daysOf(dated, timeZone).map((day) => (
    <section key={day.key}>
      <h2 className="px-gutter pt-3 pb-1 text-label text-ink-3 first-letter:uppercase">{dayLabel(day.at, look)}</h2>
      <ul>
        {day.items.map((deposit) => (
          <li key={String(deposit.id)}>
            <DepositRow deposit={deposit} onOpen={() => onOpen(deposit)} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

function DepositRow({ deposit, onOpen }: { deposit: Deposit; onOpen: () => void }) {
  const text = useText();
  const { isHidden } = useHiddenAmounts();
  const { currency, chain, amount, seen_at: seenAt } = deposit;
  const state = shownState(deposit);
  return (
    <button
      type="button"
      className="row py-2 text-left focus-visible:-outline-offset-4"
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <CoinIcon code={currency} size={32} />
      <span className="row__main">
        <span className="row__t flex-wrap gap-y-0">
          {currency}
          <Tag tone={TONE_OF[state]}>{text(`deposit.state.${state}`)}</Tag>
        </span>
        <span className="row__s block">
          {networkName(chain)} · {clockText(seenAt, ownZone(), 'minute')}
        </span>
      </span>
      <span className="row__trail">
        <span className="row__v block wrap-anywhere">{isHidden ? HIDDEN : amountForSpeech(amount)}</span>
        <span className="row__s block">{state === 'seen' ? <Count deposit={deposit} /> : currency}</span>
      </span>
    </button>
  );
}

function Count({ deposit }: { deposit: Deposit }) {
  const text = useText();
  const { done, of } = countOf(deposit);
  return (
    <>
      <span aria-hidden="true">
        {done} / {of}
      </span>
      <span className="sr-only">{text('deposit.count', { done, of })}</span>
    </>
  );
}
