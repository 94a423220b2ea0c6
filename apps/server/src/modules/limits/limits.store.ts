import { type LimitKind, NOTHING_STORED, type StoredLimit } from '@app/domain/limits';
import { type Amount, formatDecimal, parseDecimal } from '@app/money';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/database.ts';

type LimitRow = {
  kind: LimitKind;
  amount: string | null;
  until: Date | null;
  next_amount: string | null;
  next_until: Date | null;
  next_from: Date | null;
};

/** Those a person ever set, as stored: what waits may already hold. */
export async function findLimits(tx: Reader, userId: bigint): Promise<ReadonlyMap<LimitKind, StoredLimit>> {
  const { rows } = await sql<LimitRow>`
    select kind, amount, until, next_amount, next_until, next_from from personal_limit
     where user_id = ${userId}`.execute(tx);
  return new Map(rows.map((row) => [row.kind, toStored(row)]));
}

/** Those of many people who ever limited themselves: few, so that the others cost nothing. */
export async function findLimited(tx: Reader, userIds: readonly bigint[]): Promise<readonly bigint[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<{ user_id: bigint }>`
    select distinct user_id from personal_limit where user_id = any(${`{${userIds.join(',')}}`}::bigint[])`.execute(tx);
  return rows.map(({ user_id }) => user_id);
}

/** Makes the row where there is none, so that two who set a first limit at once wait for each other too. */
export async function lockLimit(tx: Tx, userId: bigint, kind: LimitKind): Promise<StoredLimit> {
  await sql`insert into personal_limit (user_id, kind) values (${userId}, ${kind}) on conflict do nothing`.execute(tx);
  const { rows } = await sql<LimitRow>`
    select kind, amount, until, next_amount, next_until, next_from from personal_limit
     where user_id = ${userId} and kind = ${kind} for update`.execute(tx);
  return rows[0] === undefined ? NOTHING_STORED : toStored(rows[0]);
}

type Owned = { readonly userId: bigint; readonly kind: LimitKind };

export async function writeLimit(tx: Tx, { userId, kind }: Owned, { current, next }: StoredLimit): Promise<void> {
  await sql`
    update personal_limit
       set amount = ${toText(current.amount)}, until = ${toDate(current.untilMs)},
           next_amount = ${toText(next?.limit.amount ?? null)}, next_until = ${toDate(next?.limit.untilMs ?? null)},
           next_from = ${toDate(next?.fromMs ?? null)}, changed_at = app_now()
     where user_id = ${userId} and kind = ${kind}`.execute(tx);
}

const toStored = (row: LimitRow): StoredLimit => ({
  current: toLimit(row.amount, row.until),
  next: row.next_from && { limit: toLimit(row.next_amount, row.next_until), fromMs: row.next_from.getTime() },
});

const toLimit = (amount: string | null, until: Date | null) => ({
  amount: amount === null ? null : parseDecimal<Amount>(amount),
  untilMs: until?.getTime() ?? null,
});

const toText = (amount: Amount | null) => (amount === null ? null : formatDecimal(amount));
const toDate = (timeMs: number | null) => (timeMs === null ? null : new Date(timeMs));
