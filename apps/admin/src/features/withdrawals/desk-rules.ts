import { CHANGES, type StaffRole } from '@app/domain/staff';
import { isStuck } from '@app/domain/withdrawal';
import { type Amount, formatDecimal, subtract } from '@app/money';
import { type Change, type DeskWithdrawal, waitsFor } from '../../data/queries.ts';

type Person = { readonly id: string; readonly roles: readonly StaffRole[] };
type State = DeskWithdrawal['state'];

/** States in the order of the filter: those that need somebody first. */
export const DESK_STATES = [
  'review',
  'approved',
  'signed',
  'refused',
  'confirmed',
  'returned',
] as const satisfies State[];

export const STATE_TONES: Readonly<Record<State, 'ok' | 'warn' | 'danger' | 'plain' | 'info'>> = {
  review: 'warn',
  approved: 'info',
  signed: 'info',
  confirmed: 'ok',
  refused: 'danger',
  returned: 'plain',
};

/** Whether this person may propose to approve withdrawals. */
export function mayPropose({ roles }: Pick<Person, 'roles'>): boolean {
  const makers: readonly StaffRole[] = CHANGES['withdrawal.approve'].makers;
  return makers.some((role) => roles.includes(role));
}

/** Whether a withdrawal can still be refused: with a nonce it may be on the chain. */
export const isRefusable = ({ state, nonce }: Pick<DeskWithdrawal, 'state' | 'nonce'>): boolean =>
  state === 'review' || (state === 'approved' && nonce === null);

/** Whether somebody should look why an approved one is in no block yet. */
export const isStuckRow = (
  { state, approved_at: approved, tx_hash: hash }: Pick<DeskWithdrawal, 'state' | 'approved_at' | 'tx_hash'>,
  nowMs: number,
): boolean => isStuck({ state, approvedMs: approved ?? undefined, isMined: hash !== null }, nowMs);

/** Whether a change approves exactly this withdrawal. */
export const isChangeOf = (
  { payload }: Pick<DeskWithdrawal, 'payload'>,
  change: Pick<Change, 'kind' | 'payload'>,
): boolean => change.kind === 'withdrawal.approve' && change.payload === payload;

/** `differs`: what was proposed is not this withdrawal. `mine`: the caller has signed. `other`: somebody else is next. */
export type Step = 'propose' | 'sign' | 'mine' | 'other' | 'differs';

/** Returns what a withdrawal in review waits for, as seen by one person; undefined for one that is decided. */
export function stepOf(
  { state, change_id: id, payload }: Pick<DeskWithdrawal, 'state' | 'change_id' | 'payload'>,
  change: Change | undefined,
  me: Person,
): Step | undefined {
  if (state !== 'review') return undefined;
  if (id === null) return mayPropose(me) ? 'propose' : 'other';
  if (change === undefined) return 'other';
  if (!isChangeOf({ payload }, change)) return 'differs';
  if (waitsFor(change, me.id)) return 'sign';
  return change.signatures.some(({ staff_id: signer }) => String(signer) === me.id) ? 'mine' : 'other';
}

/** What arrives at the address. */
export const received = ({ amount, fee }: { readonly amount: Amount; readonly fee: Amount }): Amount =>
  subtract(amount, fee);

/** Returns an amount with its coin, every place of it. */
export const coinText = (amount: Amount, currency: string): string => `${formatDecimal(amount)} ${currency}`;
