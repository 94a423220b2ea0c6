import { Button, Page } from '@app/ui';
import type { ReactNode } from 'react';
import { availableIn, type Balance } from '../../../data/account/balances.ts';
import { useDraft } from '../../../data/app/draft.ts';
import { type TextKey, useText } from '../../../data/app/texts.ts';
import { useServerTime } from '../../../data/call/server-clock.ts';
import { useConnection } from '../../../data/socket/connection.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { holdOf } from '../form/blocked.ts';
import { BlockedView } from '../gate.tsx';
import { EMPTY_FORM, isPayoutForm, type MissingOfPayout, previewPayout } from './payout-form.ts';
import { PayoutLadder } from './payout-ladder.tsx';
import { PayoutReview } from './payout-review.tsx';
import type { PayoutOptions } from './payouts-query.ts';
import { useSendPayout } from './use-send-payout.ts';

type Props = { bar: ReactNode; destination: ReactNode; options: PayoutOptions; list: readonly Balance[] };

const EVERY_MS = 5_000;
const COIN = 'USDT';

/** A withdrawal to the saved bank account and its review, one in place of the other. */
export function PayoutFlow({ bar, destination, options, list }: Props) {
  const [form, setForm, forgetForm] = useDraft('payout', EMPTY_FORM, isPayoutForm);
  const sheet = useSheet('review');
  const { mutate, reset, variables, ...sending } = useSendPayout(forgetForm);
  const nowMs = useServerTime((time) => time, EVERY_MS);
  const available = availableIn(list, 'wallet', COIN);
  const shown = previewPayout(form, options, { available, nowMs });
  const blocked = holdOf(options, nowMs);
  // What was sent stays as it was reviewed: a repeated request must be the same one.
  const sent = sending.mayHaveMoved ? variables : undefined;
  const ready = sent ?? shown.ready;
  if (blocked !== undefined && sent === undefined)
    return (
      <Page bar={bar}>
        <BlockedView blocked={blocked} />
      </Page>
    );
  if (ready !== undefined && (sheet.isOpen || sending.isPending))
    return <PayoutReview ready={ready} sending={sending} onBack={sheet.close} onSend={() => mutate(ready)} />;
  const change = (amount: string) => {
    if (sending.isPending) return;
    reset();
    setForm({ amount });
  };
  const review = () => {
    if (!sending.mayHaveMoved) reset();
    sheet.open();
  };
  return (
    <Page bar={bar} foot={<ReviewButton missing={sent === undefined ? shown.missing : undefined} review={review} />}>
      {destination}
      <PayoutLadder
        typed={form.amount}
        change={change}
        options={options}
        available={available}
        shown={shown.typed}
        nowMs={nowMs}
      />
    </Page>
  );
}

const MISSING = {
  bank: 'withdrawal.bank.missing',
  amount: 'wallet.submit.amount',
  valid: 'withdrawal.missing.valid',
} as const satisfies Readonly<Record<MissingOfPayout, TextKey>>;

function ReviewButton({ missing, review }: { missing: MissingOfPayout | undefined; review: () => void }) {
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
