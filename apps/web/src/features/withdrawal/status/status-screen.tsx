import { CallRefused } from '@app/client/call';
import { recordsKey } from '@app/client/query';
import { amountForSpeech } from '@app/money';
import {
  buttonClass,
  Delayed,
  Empty,
  ErrorPanel,
  Graduations,
  NavBar,
  Page,
  Skeleton,
  StepTimeline,
  Tag,
} from '@app/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { balancesQuery } from '../../../data/account/balances.ts';
import { HIDDEN, useHiddenAmounts } from '../../../data/account/hidden-amounts.ts';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { clockText, ownZone } from '../../../lib/zoned-days.ts';
import { ASSETS_PATH, RECORDS_PATH, SUPPORT_PATH } from '../withdraw-address.ts';
import { isFinal, type Withdrawal, withdrawalQuery } from '../withdrawals-query.ts';
import { CancelWithdrawal } from './cancel-withdrawal.tsx';
import { WithdrawalFacts } from './withdrawal-facts.tsx';
import { countOf, isEnded, shownState, stepsOf, TONE_OF } from './withdrawal-view.ts';

/** The state of one withdrawal, which it follows until it is final; also while the product is closed. */
export function StatusScreen({ id }: { id: bigint }) {
  const text = useText();
  const { data, error, refetch } = useQuery(withdrawalQuery(useSessionScope(), id));
  const back = { label: text('system.back'), go: useBack(`${RECORDS_PATH}?tab=withdraw`) };
  const bar = <NavBar title={text('wallet.withdrawal')} back={back} />;
  useRefreshWhenFinal(data !== undefined && isFinal(data));
  if (data !== undefined)
    return (
      <Page bar={bar} foot={<Ways />}>
        <Status withdrawal={data} />
      </Page>
    );
  return (
    <Page bar={bar}>
      {error === null ? (
        <StatusLoading />
      ) : error instanceof CallRefused && error.code === 'not_found' ? (
        <div className="pt-10">
          <Empty title={text('withdrawal.missing')} />
        </div>
      ) : (
        <ErrorPanel
          title={text('system.load.failed')}
          text={describeFailure(error, text)}
          retry={{ label: text('system.retry'), go: () => void refetch() }}
        />
      )}
    </Page>
  );
}

/** The last state changes balances and records outside of the processes that send them. */
function useRefreshWhenFinal(isOver: boolean): void {
  const queryClient = useQueryClient();
  const scope = useSessionScope();
  useEffect(() => {
    if (!isOver) return;
    void queryClient.invalidateQueries({ queryKey: balancesQuery(scope).queryKey });
    void queryClient.invalidateQueries({ queryKey: recordsKey(scope) });
  }, [isOver, queryClient, scope]);
}

export const StatusLoading = () => (
  <Delayed>
    <div className="flex flex-col gap-4 px-gutter pt-1">
      <Skeleton className="h-14 w-60" />
      <Skeleton className="h-18 rounded-card" />
      <Skeleton className="h-72 rounded-card" />
    </div>
  </Delayed>
);

export function Ways() {
  const text = useText();
  return (
    <div className="pair">
      <Link className={buttonClass({ size: 'large', wide: true })} to={SUPPORT_PATH}>
        {text('withdrawal.need_help')}
      </Link>
      <Link className={buttonClass({ tone: 'primary', size: 'large', wide: true })} to={ASSETS_PATH} replace>
        {text('withdrawal.done')}
      </Link>
    </div>
  );
}

function Status({ withdrawal }: { withdrawal: Withdrawal }) {
  const { state } = withdrawal;
  return (
    <div className="flex flex-col gap-5 px-gutter pt-1 pb-6">
      <Head withdrawal={withdrawal} />
      {state === 'signed' && <Confirmations withdrawal={withdrawal} />}
      <Timeline withdrawal={withdrawal} />
      {state === 'review' && <CancelWithdrawal withdrawal={withdrawal} />}
      <WithdrawalFacts withdrawal={withdrawal} />
    </div>
  );
}

function Head({ withdrawal }: { withdrawal: Withdrawal }) {
  const text = useText();
  const { isHidden } = useHiddenAmounts();
  const { amount, received, currency } = withdrawal;
  const isBack = isEnded(withdrawal); // Then nobody gets anything.
  const state = shownState(withdrawal);
  const [whole, decimals] = amountForSpeech(isBack ? amount : received).split('.');
  return (
    <section aria-live="polite">
      <div className="flex items-center justify-between gap-2">
        <p className="text-label text-ink-2">{text(isBack ? 'wallet.amount' : 'withdrawal.recipient')}</p>
        <Tag tone={TONE_OF[state]}>{text(`withdrawal.state.${state}`)}</Tag>
      </div>
      <p className="text-hero break-all">
        {isHidden ? HIDDEN : whole}
        {!isHidden && decimals !== undefined && <span className="text-ink-3">.{decimals}</span>}{' '}
        <span className="text-h2 text-ink-2">{currency}</span>
      </p>
    </section>
  );
}

/** More graduations would touch each other on a phone. */
const MOST_TICKS = 40;

function Confirmations({ withdrawal }: { withdrawal: Withdrawal }) {
  const text = useText();
  const { done, of } = countOf(withdrawal);
  const label = text('deposit.count', { done, of });
  const ticks = Math.min(of, MOST_TICKS);
  return (
    <section className="card">
      <p className="mb-3 font-medium" aria-hidden="true">
        {label}
      </p>
      <Graduations count={ticks} on={Math.floor((done / of) * ticks)} label={label} />
    </section>
  );
}

function Timeline({ withdrawal }: { withdrawal: Withdrawal }) {
  const text = useText();
  const steps = stepsOf(withdrawal).map(({ state, title, note, atMs }) => ({
    state,
    title: text(title),
    ...(note && { note: text(note.key, note.params) }),
    ...(atMs !== undefined && { time: clockText(atMs, ownZone(), 'second') }),
  }));
  return <StepTimeline steps={steps} doneLabel={text('deposit.step.done')} />;
}
