import { CallRefused } from '@app/client/call';
import { recordsKey } from '@app/client/query';
import { amountForSpeech, formatDecimal } from '@app/money';
import { cancelPayout } from '@app/protocol/payout';
import { CopyText, Empty, ErrorPanel, Facts, NavBar, Page, StepTimeline, showToast, Tag } from '@app/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { balancesQuery } from '../../../data/account/balances.ts';
import { HIDDEN, useHiddenAmounts } from '../../../data/account/hidden-amounts.ts';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { useMoment } from '../../../data/app/use-moment.ts';
import { call } from '../../../data/call/call.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { clockText, ownZone } from '../../../lib/zoned-days.ts';
import { CancelQuestion } from '../status/cancel-withdrawal.tsx';
import { StatusLoading, Ways } from '../status/status-screen.tsx';
import { RECORDS_PATH } from '../withdraw-address.ts';
import { dollars } from './payout-form.ts';
import { isPayoutEnded, PAYOUT_TEXTS, PAYOUT_TONES, shownPayout, stepsOfPayout } from './payout-view.ts';
import { isFinal, type Payout, payoutQuery, payoutsKey } from './payouts-query.ts';

/** The state of one withdrawal to a bank, which it follows until it is final; also while the product is closed. */
export function PayoutStatus({ id }: { id: bigint }) {
  const text = useText();
  const { data, error, refetch } = useQuery(payoutQuery(useSessionScope(), id));
  const back = { label: text('system.back'), go: useBack(`${RECORDS_PATH}?tab=withdraw`) };
  const bar = <NavBar title={text('wallet.payout')} back={back} />;
  useRefreshWhenFinal(data !== undefined && isFinal(data));
  if (data !== undefined)
    return (
      <Page bar={bar} foot={<Ways />}>
        <Status payout={data} />
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

function Status({ payout }: { payout: Payout }) {
  return (
    <div className="flex flex-col gap-5 px-gutter pt-1 pb-6">
      <Head payout={payout} />
      <Timeline payout={payout} />
      {payout.state === 'review' && <Cancel payout={payout} />}
      <PayoutFacts payout={payout} />
    </div>
  );
}

function Head({ payout }: { payout: Payout }) {
  const text = useText();
  const { isHidden } = useHiddenAmounts();
  const isBack = isPayoutEnded(payout); // Then the bank gets nothing.
  const state = shownPayout(payout);
  const amount = isBack ? `${amountForSpeech(payout.amount)} USDT` : dollars(payout.usd);
  return (
    <section aria-live="polite">
      <div className="flex items-center justify-between gap-2">
        <p className="text-label text-ink-2">{text(isBack ? 'wallet.amount' : 'withdrawal.bank.gets')}</p>
        <Tag tone={PAYOUT_TONES[state]}>{text(PAYOUT_TEXTS[state])}</Tag>
      </div>
      <p className="text-hero break-all">{isHidden ? HIDDEN : amount}</p>
    </section>
  );
}

function Timeline({ payout }: { payout: Payout }) {
  const text = useText();
  const steps = stepsOfPayout(payout).map(({ state, title, note, atMs }) => ({
    state,
    title: text(title),
    ...(note && { note: text(note.key, note.params) }),
    ...(atMs !== undefined && { time: clockText(atMs, ownZone(), 'second') }),
  }));
  return <StepTimeline steps={steps} doneLabel={text('deposit.step.done')} />;
}

function Cancel({ payout: { id } }: { payout: Payout }) {
  const queryClient = useQueryClient();
  const scope = useSessionScope();
  const cancel = async () => {
    const cancelled = await call(cancelPayout, { id });
    queryClient.setQueryData(payoutQuery(scope, id).queryKey, cancelled);
  };
  return <CancelQuestion cancel={cancel} settled={payoutsKey(scope)} />;
}

function PayoutFacts({ payout }: { payout: Payout }) {
  const text = useText();
  const moment = useMoment();
  const { isHidden } = useHiddenAmounts();
  const { id, holder, bank_name: bank, account, amount, fee, rate, bank_reference: reference } = payout;
  const inCoin = (value: typeof amount) => `${isHidden ? HIDDEN : amountForSpeech(value)} USDT`;
  // Of one that came back nothing left, and no fee was kept.
  const paid: (readonly [string, ReactNode])[] = isPayoutEnded(payout)
    ? []
    : [
        [text('withdrawal.review.leaves'), inCoin(amount)],
        [text('withdrawal.bank.fee'), inCoin(fee)],
        [text('withdrawal.bank.rate'), text('withdrawal.bank.rate.text', { rate: formatDecimal(rate) })],
      ];
  const facts: (readonly [string, ReactNode])[] = [
    [text('withdrawal.bank.name'), bank],
    [text('withdrawal.bank.account'), `•••• ${account}`],
    [text('withdrawal.bank.holder'), holder],
    ...paid,
    ...(reference === null
      ? []
      : [
          [
            text('withdrawal.bank.reference'),
            <Copied key="bank" value={reference} label={text('withdrawal.bank.reference.copy')} />,
          ] as const,
        ]),
    [text('wallet.transfers.time'), moment(payout.created_at)],
    [text('withdrawal.reference'), <Copied key="id" value={String(id)} label={text('withdrawal.reference.copy')} />],
  ];
  return <Facts facts={facts} />;
}

function Copied({ value, label }: { value: string; label: string }) {
  const text = useText();
  return (
    <CopyText
      text={value}
      shown={value}
      label={label}
      copiedLabel={text('system.copied')}
      onFailure={() => showToast(text('refusal.copy_failed'), 'error')}
    />
  );
}
