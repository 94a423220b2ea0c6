import {
  amountForSpeech,
  CopyText,
  Delayed,
  Empty,
  ErrorPanel,
  Facts,
  Graduations,
  Icon,
  Sheet,
  Skeleton,
  StepTimeline,
  showToast,
  Tag,
} from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { HIDDEN, useHiddenAmounts } from '../../../data/account/hidden-amounts.ts';
import { networkWithStandard } from '../../../data/account/network-name.ts';
import { useText } from '../../../data/app/texts.ts';
import { useMoment } from '../../../data/app/use-moment.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { clockText, ownZone } from '../../../lib/zoned-days.ts';
import { type Deposit, depositQuery } from '../deposits-query.ts';
import { countOf } from '../receive/arrivals.ts';
import { shownState, stepsOf, TONE_OF } from './deposit-view.ts';

type Props = { id: bigint | undefined; onClose: () => void };

/** Shows one deposit in full, also one that the list has not loaded yet; it follows its confirmations. */
export function DepositSheet({ id, onClose }: Props) {
  const text = useText();
  return (
    <Sheet
      open={id !== undefined}
      onClose={onClose}
      title={text('wallet.deposit.title')}
      closeLabel={text('system.close')}
    >
      {id !== undefined && <DepositDetails id={id} />}
    </Sheet>
  );
}

function DepositDetails({ id }: { id: bigint }) {
  const text = useText();
  const { data, error, isPending, refetch } = useQuery(depositQuery(useSessionScope(), id));
  if (isPending)
    return (
      <Delayed>
        <Skeleton className="h-100 rounded-card" />
      </Delayed>
    );
  if (data === undefined)
    return (
      <ErrorPanel
        title={text('system.load.failed')}
        text={describeFailure(error, text)}
        retry={{ label: text('system.retry'), go: () => void refetch() }}
      />
    );
  if (data === null) return <Empty title={text('deposit.missing')} />;
  return (
    <>
      <Head deposit={data} />
      <Steps deposit={data} />
      <DepositFacts deposit={data} />
    </>
  );
}

function Head({ deposit }: { deposit: Deposit }) {
  const text = useText();
  const { isHidden } = useHiddenAmounts();
  const { amount, currency } = deposit;
  const state = shownState(deposit);
  const { done, of } = countOf(deposit);
  return (
    <>
      <p className="pt-1 text-center text-hero break-all">
        {isHidden ? HIDDEN : amountForSpeech(amount)} {currency}
      </p>
      <p className="mt-1 flex justify-center">
        <Tag tone={TONE_OF[state]}>{text(`deposit.state.${state}`)}</Tag>
      </p>
      {state === 'seen' && (
        <div className="mt-4">
          <Graduations count={of} on={done} label={text('deposit.count', { done, of })} />
        </div>
      )}
    </>
  );
}

function Steps({ deposit }: { deposit: Deposit }) {
  const text = useText();
  const moment = useMoment();
  const steps = stepsOf(deposit).map(({ state, title, note, noteAtMs, atMs }) => ({
    state,
    title: text(title),
    ...(note && { note: text(note.key, noteAtMs === undefined ? note.params : { time: moment(noteAtMs) }) }),
    ...(atMs !== undefined && { time: clockText(atMs, ownZone(), 'second') }),
  }));
  return (
    <div className="mt-5">
      <StepTimeline steps={steps} doneLabel={text('deposit.step.done')} />
    </div>
  );
}

function DepositFacts({ deposit }: { deposit: Deposit }) {
  const text = useText();
  const moment = useMoment();
  const { chain, address, tx_hash: hash, explorer, seen_at: seenAt, credited_at: creditedAt } = deposit;
  const facts: (readonly [string, ReactNode])[] = [
    [text('deposit.network'), networkWithStandard(chain)],
    [text('deposit.address'), <Copied key="address" value={address} label={text('deposit.copy')} />],
    [text('deposit.tx'), <Copied key="tx" value={hash} label={text('deposit.tx.copy')} />],
    [text('wallet.transfers.time'), moment(seenAt)],
  ];
  if (creditedAt !== null) facts.push([text('deposit.state.credited'), moment(creditedAt)]);
  return (
    <div className="mt-5">
      <Facts facts={facts} />
      {explorer !== null && (
        <a className="btn btn--plain btn--block mt-4" href={explorer} target="_blank" rel="noopener noreferrer">
          <span className="btn__words">
            {text('deposit.explorer')}
            <Icon name="external" size={16} />
          </span>
        </a>
      )}
    </div>
  );
}

function Copied({ value, label }: { value: string; label: string }) {
  const text = useText();
  return (
    <CopyText
      text={value}
      label={label}
      copiedLabel={text('system.copied')}
      onFailure={() => showToast(text('refusal.copy_failed'), 'error')}
    />
  );
}
