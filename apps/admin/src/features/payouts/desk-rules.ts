import { BANK_REFERENCE } from '@app/domain/payout';
import { CHANGES, type ChangeKind, type StaffRole } from '@app/domain/staff';
import { type Amount, showAmount } from '@app/money';
import { type Change, type DeskPayout, waitsFor } from '../../data/queries.ts';

const CENT_PLACES = 2;

/** Formats dollars to the cent. */
export const dollars = (usd: Amount): string => `${showAmount(usd, CENT_PLACES)} USD`;

type Person = { readonly id: string; readonly roles: readonly StaffRole[] };
type State = DeskPayout['state'];

/** States in the order of the filter: those that need somebody first. */
export const DESK_STATES = ['review', 'approved', 'refused', 'paid', 'returned'] as const satisfies State[];

export const STATE_TONES: Readonly<Record<State, 'ok' | 'warn' | 'danger' | 'plain' | 'info'>> = {
  review: 'warn',
  approved: 'info',
  paid: 'ok',
  refused: 'danger',
  returned: 'plain',
};

/** What finance may begin with a payout. */
export type Proposal = Extract<ChangeKind, `payout.${string}`>;

/** Whether this person may begin changes of payouts. */
export function mayPropose({ roles }: Pick<Person, 'roles'>): boolean {
  const makers: readonly StaffRole[] = CHANGES['payout.approve'].makers;
  return makers.some((role) => roles.includes(role));
}

/** Whether people have said that the bank has paid; then custody books it, and nothing else happens to it. */
export const isSaidPaid = ({ state, bank_reference: reference }: Pick<DeskPayout, 'state' | 'bank_reference'>) =>
  state === 'approved' && reference !== null;

/** Returns what finance may begin now. */
export function proposalsOf(row: Pick<DeskPayout, 'state' | 'bank_reference' | 'change_id'>): readonly Proposal[] {
  if (row.change_id !== null || isSaidPaid(row)) return [];
  if (row.state === 'review') return ['payout.approve'];
  return row.state === 'approved' ? ['payout.paid', 'payout.refuse_approved'] : [];
}

type Payloads = Pick<DeskPayout, 'payload' | 'refusal_payload'>;

/** Returns the exact text of a proposal: for a payment, that of the approval with the bank's reference in its place. */
export function textOf({ payload, refusal_payload: refusal }: Payloads, kind: Proposal, reference: string): string {
  if (kind === 'payout.refuse_approved') return refusal;
  if (kind === 'payout.approve') return payload;
  const { account, amount, ...rest } = JSON.parse(payload) as Record<string, string>; // As the server wrote it.
  return JSON.stringify({ account, amount, bank_reference: reference, ...rest });
}

/** Whether a change says exactly what this row does. */
export function isChangeOf(row: Payloads, { kind, payload }: Pick<Change, 'kind' | 'payload'>): boolean {
  if (kind !== 'payout.approve' && kind !== 'payout.paid' && kind !== 'payout.refuse_approved') return false;
  const reference = kind === 'payout.paid' ? referenceIn(payload) : '';
  return reference !== undefined && textOf(row, kind, reference) === payload;
}

const referenceIn = (payload: string): string | undefined => {
  const { bank_reference: reference } = JSON.parse(payload) as { bank_reference?: string }; // Checked by the server.
  return reference !== undefined && BANK_REFERENCE.test(reference) ? reference : undefined;
};

/** `differs`: what was proposed is not this payout. `mine`: the caller has signed. `other`: somebody else is next. */
export type Step = 'propose' | 'sign' | 'mine' | 'other' | 'differs' | 'custody';

/** Returns what a payout waits for, as seen by one person; undefined for one that is decided. */
export function stepOf(row: DeskPayout, change: Change | undefined, me: Person): Step | undefined {
  if (row.state === 'refused' || isSaidPaid(row)) return 'custody';
  if (row.state !== 'review' && row.state !== 'approved') return undefined;
  if (row.change_id === null) return mayPropose(me) ? 'propose' : 'other';
  if (change === undefined) return 'other';
  if (!isChangeOf(row, change)) return 'differs';
  if (waitsFor(change, me.id)) return 'sign';
  return change.signatures.some(({ staff_id: signer }) => String(signer) === me.id) ? 'mine' : 'other';
}
