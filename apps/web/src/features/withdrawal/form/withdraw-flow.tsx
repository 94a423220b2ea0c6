import { Button, Page } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { availableIn, type Balance } from '../../../data/account/balances.ts';
import { useDraft } from '../../../data/app/draft.ts';
import { type TextKey, useText } from '../../../data/app/texts.ts';
import { useServerTime } from '../../../data/call/server-clock.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { useConnection } from '../../../data/socket/connection.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { BlockedView } from '../gate.tsx';
import { addressesQuery, type Options } from '../withdrawals-query.ts';
import { blockOf } from './blocked.ts';
import { Ladder } from './ladder.tsx';
import { ReviewPage } from './review-page.tsx';
import { useSendWithdrawal } from './use-send-withdrawal.ts';
import { formFromSearch, isWithdrawForm, type Missing, preview } from './withdraw-form.ts';

type Props = { bar: ReactNode; destination: ReactNode; search: string; options: Options; list: readonly Balance[] };

/** Waits of addresses and of the account end by themselves. */
const EVERY_MS = 5_000;

/** The form and its review, one in place of the other. */
export function WithdrawFlow({ bar, destination, search, options, list }: Props) {
  const [form, setForm, forgetForm] = useDraft(`withdraw${search}`, formFromSearch(search), isWithdrawForm);
  const sheet = useSheet('review');
  const { mutate, reset, variables, ...sending } = useSendWithdrawal(forgetForm);
  const nowMs = useServerTime((time) => time, EVERY_MS);
  const addresses = useQuery(addressesQuery(useSessionScope(), form.currency));
  const available = availableIn(list, 'wallet', form.currency);
  const shown = preview(form, { options, addresses: addresses.data ?? [], available, nowMs });
  const blocked = blockOf(options, nowMs);
  // What was sent stays as it was reviewed: the balance changes before the result is known, and a repeated request must
  // be the same one.
  const sent = sending.mayHaveMoved ? variables : undefined;
  const ready = sent ?? shown.ready;
  if (blocked !== undefined && sent === undefined)
    return (
      <Page bar={bar}>
        {blocked.because === 'none' && destination}
        <BlockedView blocked={blocked} />
      </Page>
    );
  // The step-up takes the place of the review in history, which shows below it.
  if (ready !== undefined && (sheet.isOpen || sending.isPending))
    return <ReviewPage ready={ready} sending={sending} onBack={sheet.close} onSend={() => mutate(ready)} />;
  const change = (next: typeof form) => {
    if (sending.isPending) return;
    reset();
    setForm(next);
  };
  const review = () => {
    if (!sending.mayHaveMoved) reset();
    sheet.open();
  };
  return (
    <Page bar={bar} foot={<ReviewButton missing={sent === undefined ? shown.missing : undefined} review={review} />}>
      {destination}
      <Ladder
        form={form}
        change={change}
        options={options}
        list={list}
        available={available}
        addresses={addresses}
        shown={shown}
        nowMs={nowMs}
      />
    </Page>
  );
}

const MISSING = {
  currency: 'payee.missing.currency',
  chain: 'payee.missing.chain',
  address: 'withdrawal.missing.address',
  amount: 'wallet.submit.amount',
  valid: 'withdrawal.missing.valid',
} as const satisfies Readonly<Record<Missing, TextKey>>;

/** The button below the form: it says what is missing until there is something to review. */
function ReviewButton({ missing, review }: { missing: Missing | undefined; review: () => void }) {
  const text = useText();
  const isOnline = useConnection((connection) => connection.isOnline);
  const isReady = missing === undefined && isOnline;
  return (
    <Button
      tone="primary"
      size="large"
      wide
      blocked={!isReady}
      aria-disabled={!isReady}
      onClick={() => isReady && review()}
    >
      {text(missing === undefined ? 'withdrawal.review' : MISSING[missing])}
    </Button>
  );
}
