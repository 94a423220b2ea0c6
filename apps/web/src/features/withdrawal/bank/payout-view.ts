import type { PayoutRefusal, PayoutState } from '@app/domain/payout';
import type { TextKey } from '../../../data/app/texts.ts';
import type { Step } from '../status/withdrawal-view.ts';
import type { Payout } from './payouts-query.ts';

/** State as it is shown: a user who cancelled was not refused. */
type ShownPayout = PayoutState | 'cancelled';

export const shownPayout = ({
  state,
  refused_because: because,
}: Pick<Payout, 'state' | 'refused_because'>): ShownPayout =>
  because === 'by_user' && (state === 'refused' || state === 'returned') ? 'cancelled' : state;

export const PAYOUT_TONES = {
  review: 'warn',
  approved: 'brand',
  paid: 'ok',
  refused: 'warn',
  returned: 'plain',
  cancelled: 'plain',
} as const satisfies Readonly<Record<ShownPayout, string>>;

export const PAYOUT_TEXTS = {
  review: 'withdrawal.state.review',
  approved: 'withdrawal.bank.state.approved',
  paid: 'withdrawal.bank.state.paid',
  refused: 'withdrawal.state.refused',
  returned: 'withdrawal.state.returned',
  cancelled: 'withdrawal.state.cancelled',
} as const satisfies Readonly<Record<ShownPayout, TextKey>>;

/** Reports whether it ended without the money leaving. */
export const isPayoutEnded = ({ state }: Pick<Payout, 'state'>): boolean => state === 'refused' || state === 'returned';

const entered = ({ steps }: Payout, state: PayoutState): { readonly atMs?: number } => {
  const atMs = steps.find((step) => step.state === state)?.at;
  return atMs === undefined ? {} : { atMs };
};

const WHY = {
  by_user: 'withdrawal.why.by_user',
  by_staff: 'withdrawal.why.by_staff',
  not_paid: 'withdrawal.bank.why.not_paid',
} as const satisfies Readonly<Record<PayoutRefusal, TextKey>>;

/** Returns the steps of a payout: those that were, the one that is, and those that follow if all goes well. */
export function stepsOfPayout(payout: Payout): readonly Step[] {
  const submitted: Step = {
    state: 'done',
    title: 'withdrawal.step.submitted',
    note: { key: 'withdrawal.step.submitted.text' },
    atMs: payout.created_at,
  };
  return [submitted, ...reviewOf(payout), ...(isPayoutEnded(payout) ? endOf(payout) : wayOf(payout))];
}

/** One that was refused in review has no such step: nobody has passed it. */
function reviewOf(payout: Payout): readonly Step[] {
  const note = { key: 'withdrawal.bank.reason' } as const;
  if (payout.state === 'review') return [{ state: 'now', title: 'withdrawal.step.review', note }];
  const { atMs } = entered(payout, 'approved');
  return atMs === undefined ? [] : [{ state: 'done', title: 'withdrawal.step.reviewed', note, atMs }];
}

function wayOf(payout: Payout): readonly Step[] {
  const { state } = payout;
  const isPaid = state === 'paid';
  return [
    {
      state: isPaid ? 'done' : state === 'approved' ? 'now' : 'later',
      title: 'withdrawal.bank.step.paying',
      note: { key: 'withdrawal.bank.step.paying.text' },
    },
    {
      state: isPaid ? 'done' : 'later',
      title: 'withdrawal.bank.step.paid',
      note: { key: 'withdrawal.bank.step.paid.text' },
      ...entered(payout, 'paid'),
    },
  ];
}

/** How it ended otherwise. The whole amount comes back, and is in the wallet with the last step. */
function endOf(payout: Payout): readonly Step[] {
  const { refused_because: because } = payout;
  const isBack = payout.state === 'returned';
  return [
    {
      state: 'done',
      title: because === 'by_user' ? 'withdrawal.state.cancelled' : 'withdrawal.state.refused',
      ...(because !== null && { note: { key: WHY[because] } }),
      ...entered(payout, 'refused'),
    },
    {
      state: isBack ? 'done' : 'now',
      title: isBack ? 'withdrawal.step.returned' : 'withdrawal.step.returning',
      note: { key: 'withdrawal.step.returned.text' },
      ...entered(payout, 'returned'),
    },
  ];
}
