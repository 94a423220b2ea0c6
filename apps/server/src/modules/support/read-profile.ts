import { COUNTRIES, maskedEmail, maskedMobile } from '@app/domain/auth';
import type { Output } from '@app/protocol';
import type * as routes from '@app/protocol/staff';
import { refuseWith } from '../../platform/http/accept.ts';
import { refusing, type StaffCaller, type StaffDeps } from '../staff/index.ts';
import * as store from './user.store.ts';

type Deps = Pick<StaffDeps, 'db' | 'transact'>;
type Caller = Pick<StaffCaller, 'tokenHash'>;
type Standing = Pick<store.FoundUser, 'frozen_at' | 'closing_due_at' | 'closed_at'>;

const DIALS = COUNTRIES.map(({ dial }) => dial);

/** Hides most of an address and of a number: enough to compare with what a caller says. */
const masked = ({ email, mobile }: store.Contact) => ({
  email: email === null ? null : maskedEmail(email),
  mobile: mobile === null ? null : maskedMobile(mobile, DIALS),
});

function stateOf({ closed_at: closed, frozen_at: frozen, closing_due_at: closing }: Standing) {
  if (closed !== null) return 'closed';
  if (frozen !== null) return 'frozen';
  return closing === null ? 'open' : 'closing';
}

const ms = (at: Date | null): number | null => at?.getTime() ?? null;

type Search = { readonly text: string; readonly after?: bigint | undefined; readonly limit: number };

/** Finds users, a page at a time. The row of the trail is written before anything is returned. */
export async function searchUsers(
  { transact }: Deps,
  { tokenHash }: Caller,
  { text, after, limit }: Search,
): Promise<Output<typeof routes.searchUsers>> {
  const found = await refusing(transact((tx) => store.findUsers(tx, tokenHash, { text, after, limit: limit + 1 })));
  const isMore = found.filter(({ found_by: by }) => by === 'email').length > limit;
  const rows = isMore ? found.slice(0, -1) : found;
  return {
    list: rows.map((row) => ({
      id: row.id,
      nickname: row.nickname,
      ...masked(row),
      level: row.verification,
      country: row.country,
      state: stateOf(row),
      found_by: row.found_by,
    })),
    next: isMore ? (rows.at(-1)?.id ?? null) : null,
  };
}

/** Opens a profile: first the row of the trail, then what is read. */
export async function openUser(
  { db, transact }: Deps,
  { tokenHash }: Caller,
  userId: bigint,
): Promise<Output<typeof routes.openUser>> {
  const contact = await refusing(transact((tx) => store.lookUp(tx, tokenHash, userId)));
  if (contact === undefined) return refuseWith('not_found');
  const [row, passkeys, cases, limits, balances] = await Promise.all([
    store.readProfile(db, userId),
    store.readPasskeys(db, userId),
    store.readCases(db, userId),
    store.readLimits(db, userId),
    store.readBalances(db, userId),
  ]);
  if (row === undefined) return refuseWith('not_found');
  return {
    id: row.id,
    nickname: row.nickname,
    ...masked(contact),
    level: row.verification,
    country: row.country,
    state: stateOf(row),
    at: row.now.getTime(),
    language: row.lang,
    invite_code: row.invite_code,
    roles: row.roles,
    created_at: row.created_at.getTime(),
    last_seen_at: ms(row.last_seen_at),
    frozen_at: ms(row.frozen_at),
    withdrawals_held_until: ms(row.withdrawals_held_until),
    closing_due_at: ms(row.closing_due_at),
    closed_at: ms(row.closed_at),
    authenticator_at: ms(row.authenticator_at),
    passkeys: passkeys.map(({ name, created_at: at }) => ({ name, created_at: at.getTime() })),
    identity: cases.map(({ id, level, state, submitted_at: submitted, decided_at: decided }) => ({
      case_id: id,
      level,
      state,
      submitted_at: submitted.getTime(),
      decided_at: ms(decided),
    })),
    limits: limits.map(({ kind, amount, until, next_from: next }) => ({
      kind,
      amount,
      until: ms(until),
      next_from: ms(next),
    })),
    balances,
  };
}
