import { PAYOUT_STATES, type PayoutState } from '@app/domain/payout';
import { WITHDRAWAL_STATES, type WithdrawalState } from '@app/domain/withdrawal';
import {
  amountForSpeech,
  Button,
  ChipGroup,
  CoinIcon,
  Delayed,
  Empty,
  Icon,
  LastKnown,
  ListEnd,
  ListFailed,
  PullToRefresh,
  Segmented,
  SkeletonRows,
  Tag,
} from '@app/ui';
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { HIDDEN, useHiddenAmounts } from '../../../data/account/hidden-amounts.ts';
import { networkName } from '../../../data/account/network-name.ts';
import { useListLabels } from '../../../data/app/list-labels.ts';
import { useOpenness } from '../../../data/app/openness.ts';
import { type TextKey, useLocale, useText } from '../../../data/app/texts.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { dayLabel, daysOf } from '../../../lib/days.ts';
import { clockText, ownZone } from '../../../lib/zoned-days.ts';
import { PAYOUT_TEXTS, PAYOUT_TONES, shownPayout } from '../bank/payout-view.ts';
import { type Payout, payoutsQuery } from '../bank/payouts-query.ts';
import { countOf, shownState, TONE_OF } from '../status/withdrawal-view.ts';
import { payoutPath, statusPath, WITHDRAW_PATH } from '../withdraw-address.ts';
import { type Withdrawal, withdrawalsQuery } from '../withdrawals-query.ts';

const ALL = 'all';

const TO_BANK = 'bank';

/** Lists the user's withdrawals by day, newest first: to addresses, or to the bank; also while the product is closed. */
export default function WithdrawalsPanel() {
  const text = useText();
  const [to, setTo] = useState<'address' | typeof TO_BANK>('address');
  return (
    <>
      <div className="px-gutter pt-3">
        <Segmented
          label={text('withdrawal.destination')}
          options={[
            { value: 'address', label: text('withdrawal.destination.address') },
            { value: TO_BANK, label: text('withdrawal.destination.bank') },
          ]}
          value={to}
          onChange={setTo}
        />
      </div>
      {to === TO_BANK ? <PayoutRecords /> : <AddressRecords />}
    </>
  );
}

/** Withdrawals to addresses, of one state if chosen. */
function AddressRecords() {
  const text = useText();
  const [state, setState] = useState<WithdrawalState>();
  const chips = [
    { value: ALL, label: text('wallet.records.all') },
    ...WITHDRAWAL_STATES.map((value) => ({ value, label: text(`withdrawal.state.${value}`) })),
  ] as const;
  return (
    <>
      <div className="px-gutter pt-3 pb-2">
        <ChipGroup<WithdrawalState | typeof ALL>
          label={text('wallet.transfers.state')}
          chips={chips}
          value={state ?? ALL}
          onChange={(chosen) => setState(chosen === ALL ? undefined : chosen)}
        />
      </div>
      <Withdrawals key={state} state={state} reset={() => setState(undefined)} />
    </>
  );
}

type ListProps = { state: WithdrawalState | undefined; reset: () => void };

function Withdrawals({ state, reset }: ListProps) {
  const query = useInfiniteQuery(withdrawalsQuery(useSessionScope(), state));
  const none = state === undefined ? <None about="withdrawal.list.none.text" /> : <NoMatch reset={reset} />;
  return (
    <RecordList query={query} none={none}>
      {(withdrawal) => <WithdrawalRow withdrawal={withdrawal} />}
    </RecordList>
  );
}

/** Payouts to the bank, of one state if chosen. */
function PayoutRecords() {
  const text = useText();
  const [state, setState] = useState<PayoutState>();
  const query = useInfiniteQuery(payoutsQuery(useSessionScope(), state));
  const chips = [
    { value: ALL, label: text('wallet.records.all') },
    ...PAYOUT_STATES.map((value) => ({ value, label: text(PAYOUT_TEXTS[value]) })),
  ] as const;
  const reset = () => setState(undefined);
  const none = state === undefined ? <None about="withdrawal.bank.list.none.text" /> : <NoMatch reset={reset} />;
  return (
    <>
      <div className="px-gutter pt-3 pb-2">
        <ChipGroup<PayoutState | typeof ALL>
          label={text('wallet.transfers.state')}
          chips={chips}
          value={state ?? ALL}
          onChange={(chosen) => setState(chosen === ALL ? undefined : chosen)}
        />
      </div>
      <RecordList key={state} query={query} none={none}>
        {(payout) => <PayoutRow payout={payout} />}
      </RecordList>
    </>
  );
}

type Item = { readonly id: bigint; readonly created_at: number };
type RecordListProps<Of extends Item> = {
  query: UseInfiniteQueryResult<InfiniteData<{ readonly list: readonly Of[] }>>;
  none: ReactNode;
  children: (item: Of) => ReactNode;
};

function RecordList<Of extends Item>({ query, none, children }: RecordListProps<Of>) {
  const text = useText();
  const labels = useListLabels();
  const { data, error, refetch } = query;
  if (data === undefined && error !== null) return <ListFailed labels={labels} error={error} onRetry={refetch} />;
  if (data === undefined)
    return (
      <Delayed>
        <SkeletonRows count={5} />
      </Delayed>
    );
  const list = data.pages.flatMap((page) => page.list);
  if (list.length === 0) return none;
  return (
    <PullToRefresh
      label={text('system.refresh')}
      busyLabel={text('system.loading')}
      refresh={async () => void (await refetch())}
    >
      <LastKnown query={query} labels={labels}>
        <Days list={list}>{children}</Days>
        <ListEnd query={query} labels={labels} />
      </LastKnown>
    </PullToRefresh>
  );
}

/** A user without withdrawals reads whether there can be one. */
function None({ about }: { about: TextKey }) {
  const text = useText();
  const { isOpen, isKnown } = useOpenness();
  const isClosed = isKnown && !isOpen(WITHDRAW_PATH);
  return (
    <div className="pt-10">
      <Empty
        title={text(isClosed ? 'deposit.withdraw.closed' : 'withdrawal.list.none')}
        text={text(isClosed ? 'deposit.withdraw.closed.text' : about)}
      />
    </div>
  );
}

function NoMatch({ reset }: { reset: () => void }) {
  const text = useText();
  const action = (
    <Button size="small" onClick={reset}>
      {text('wallet.transfers.reset')}
    </Button>
  );
  return (
    <div className="pt-10">
      <Empty title={text('withdrawal.list.none.match')} action={action} />
    </div>
  );
}

type DaysProps<Of extends Item> = { list: readonly Of[]; children: (item: Of) => ReactNode };

function Days<Of extends Item>({ list, children }: DaysProps<Of>) {
  const locale = useLocale();
  const timeZone = ownZone();
  const dated = list.map((item) => ({ item, id: item.id, at: item.created_at }));
  const look = { now: serverNow(), timeZone, locale };
  return daysOf(dated, timeZone).map((day) => (
    <section key={day.key}>
      <h2 className="px-gutter pt-3 pb-1 text-label text-ink-3 first-letter:uppercase">{dayLabel(day.at, look)}</h2>
      <ul>
        {day.items.map(({ item }) => (
          <li key={String(item.id)}>{children(item)}</li>
        ))}
      </ul>
    </section>
  ));
}

function WithdrawalRow({ withdrawal }: { withdrawal: Withdrawal }) {
  const text = useText();
  const { isHidden } = useHiddenAmounts();
  const { id, currency, chain, amount, created_at: createdAt } = withdrawal;
  const state = shownState(withdrawal);
  return (
    <Link className="row py-2 focus-visible:-outline-offset-4" to={statusPath(id)}>
      <CoinIcon code={currency} size={32} />
      <span className="row__main">
        <span className="row__t flex-wrap gap-y-0">
          {currency}
          <Tag tone={TONE_OF[state]}>{text(`withdrawal.state.${state}`)}</Tag>
        </span>
        <span className="row__s block">
          {networkName(chain)} · {clockText(createdAt, ownZone(), 'minute')}
        </span>
      </span>
      <span className="row__trail">
        <span className="row__v block wrap-anywhere">{isHidden ? HIDDEN : amountForSpeech(amount)}</span>
        <span className="row__s block">{state === 'signed' ? <Count withdrawal={withdrawal} /> : currency}</span>
      </span>
    </Link>
  );
}

function PayoutRow({ payout }: { payout: Payout }) {
  const text = useText();
  const { isHidden } = useHiddenAmounts();
  const { id, bank_name: bank, account, amount, created_at: createdAt } = payout;
  const state = shownPayout(payout);
  return (
    <Link className="row py-2 focus-visible:-outline-offset-4" to={payoutPath(id)}>
      <span className="text-ink-2">
        <Icon name="bank" size={24} />
      </span>
      <span className="row__main">
        <span className="row__t flex-wrap gap-y-0">
          {bank}
          <Tag tone={PAYOUT_TONES[state]}>{text(PAYOUT_TEXTS[state])}</Tag>
        </span>
        <span className="row__s block">
          •••• {account} · {clockText(createdAt, ownZone(), 'minute')}
        </span>
      </span>
      <span className="row__trail">
        <span className="row__v block wrap-anywhere">{isHidden ? HIDDEN : amountForSpeech(amount)}</span>
        <span className="row__s block">USDT</span>
      </span>
    </Link>
  );
}

function Count({ withdrawal }: { withdrawal: Withdrawal }) {
  const text = useText();
  const { done, of } = countOf(withdrawal);
  return (
    <>
      <span aria-hidden="true">
        {done} / {of}
      </span>
      <span className="sr-only">{text('deposit.count', { done, of })}</span>
    </>
  );
}
