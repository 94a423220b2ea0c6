import type { WithdrawalRefusal, WithdrawalState } from '@app/domain/withdrawal';
import { amountForSpeech } from '@app/money';
import { networkName } from '../../../data/account/network-name.ts';
import type { TextKey } from '../../../data/app/texts.ts';
import type { Withdrawal } from '../withdrawals-query.ts';

/** State as it is shown: a user who cancelled was not refused. */
export type ShownState = WithdrawalState | 'cancelled';

export const shownState = ({
  state,
  refused_because: because,
}: Pick<Withdrawal, 'state' | 'refused_because'>): ShownState =>
  because === 'by_user' && (state === 'refused' || state === 'returned') ? 'cancelled' : state;

export const TONE_OF = {
  review: 'warn',
  approved: 'brand',
  signed: 'brand',
  confirmed: 'ok',
  refused: 'warn',
  returned: 'plain',
  cancelled: 'plain',
} as const satisfies Readonly<Record<ShownState, string>>;

/** Returns the confirmations to show; more than are needed change nothing. */
export const countOf = ({ confirmations, confirmations_needed: of }: Withdrawal) => ({
  done: Math.min(confirmations, of),
  of,
});

/** One step of a withdrawal: its title, what it says, and when it was. */
export type Step = {
  readonly state: 'done' | 'now' | 'later';
  readonly title: TextKey;
  readonly note?: { readonly key: TextKey; readonly params?: Readonly<Record<string, string | number>> };
  readonly atMs?: number;
};

/** Returns the steps of a withdrawal: those that were, the one that is, and those that follow if all goes well. */
export function stepsOf(withdrawal: Withdrawal): readonly Step[] {
  const submitted: Step = {
    state: 'done',
    title: 'withdrawal.step.submitted',
    note: { key: 'withdrawal.step.submitted.text' },
    atMs: withdrawal.created_at,
  };
  return [
    submitted,
    ...reviewSteps(withdrawal),
    ...(isEnded(withdrawal) ? endSteps(withdrawal) : waySteps(withdrawal)),
  ];
}

/** Reports whether it ended without the money leaving. */
export const isEnded = ({ state }: Pick<Withdrawal, 'state'>): boolean => state === 'refused' || state === 'returned';

/** Returns when it entered a state; undefined if it never did. */
const entered = ({ steps }: Withdrawal, state: WithdrawalState): number | undefined =>
  steps.find((step) => step.state === state)?.at;

const timed = (atMs: number | undefined) => (atMs === undefined ? {} : { atMs });

/** Only some withdrawals are looked at by people, and only those have the step. */
function reviewSteps(withdrawal: Withdrawal): readonly Step[] {
  const {
    state,
    review_reasons: [reason],
  } = withdrawal;
  if (state !== 'review' && entered(withdrawal, 'review') === undefined) return [];
  if (state !== 'review' && entered(withdrawal, 'approved') === undefined) return [];
  const note = reason === undefined ? {} : { note: { key: `withdrawal.reason.${reason}` as const } };
  if (state === 'review') return [{ state: 'now', title: 'withdrawal.step.review', ...note }];
  return [{ state: 'done', title: 'withdrawal.step.reviewed', ...note, ...timed(entered(withdrawal, 'approved')) }];
}

/** The way of a withdrawal that nothing has stopped. */
function waySteps(withdrawal: Withdrawal): readonly Step[] {
  const { state, chain, fee, currency } = withdrawal;
  const signedAt = entered(withdrawal, 'signed');
  const isSent = state === 'signed' || state === 'confirmed';
  const isConfirmed = state === 'confirmed';
  const network = networkName(chain);
  const paid = { network, fee: `${amountForSpeech(fee)} ${currency}` };
  const sent = { title: 'withdrawal.step.sent', note: { key: 'withdrawal.step.sent.text', params: paid } } as const;
  const count = { key: 'withdrawal.step.confirming.text', params: countOf(withdrawal) } as const;
  return [
    state === 'approved'
      ? { state: 'now', title: 'withdrawal.step.sending', note: { key: 'withdrawal.step.sending.text' } }
      : { state: isSent ? 'done' : 'later', ...sent, ...timed(signedAt) },
    {
      state: isConfirmed ? 'done' : isSent ? 'now' : 'later',
      title: 'withdrawal.step.confirming',
      ...(isSent && { note: count }),
    },
    {
      state: isConfirmed ? 'done' : 'later',
      title: 'withdrawal.step.arrived',
      note: { key: 'withdrawal.step.arrived.text' },
      ...timed(entered(withdrawal, 'confirmed')),
    },
  ];
}

/** How it ended otherwise. The whole amount comes back, and is in the wallet with the last step. */
function endSteps(withdrawal: Withdrawal): readonly Step[] {
  const { state, refused_because: because } = withdrawal;
  const isBack = state === 'returned';
  const sent: readonly Step[] =
    because === 'chain_failed'
      ? [{ state: 'done', title: 'withdrawal.step.sent', ...timed(entered(withdrawal, 'signed')) }]
      : [];
  return [
    ...sent,
    {
      state: 'done',
      title: because === 'by_user' ? 'withdrawal.state.cancelled' : 'withdrawal.state.refused',
      ...(because !== null && { note: { key: WHY[because] } }),
      ...timed(entered(withdrawal, 'refused')),
    },
    {
      state: isBack ? 'done' : 'now',
      title: isBack ? 'withdrawal.step.returned' : 'withdrawal.step.returning',
      note: { key: 'withdrawal.step.returned.text' },
      ...timed(entered(withdrawal, 'returned')),
    },
  ];
}

const WHY = {
  by_user: 'withdrawal.why.by_user',
  by_staff: 'withdrawal.why.by_staff',
  not_sound: 'withdrawal.why.not_sound',
  chain_failed: 'withdrawal.why.chain_failed',
} as const satisfies Readonly<Record<WithdrawalRefusal, TextKey>>;
