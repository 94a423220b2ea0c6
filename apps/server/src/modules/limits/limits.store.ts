import { type LimitKind, NOTHING_STORED, type StoredLimit } from '@app/domain/limits';
import { type Amount, formatDecimal, parseDecimal } from '@app/money';
import { sql } from 'kysely';
import { arrayText } from '../../platform/db/array-text.ts';
import type { Reader, Tx } from '../../platform/db/database.ts';
import { deleteRows, type PersonalTable, selectRows } from '../../platform/db/personal-data.ts';

type LimitRow = {
  kind: LimitKind;
  amount: string | null;
  until: Date | null;
  next_amount: string | null;
  next_until: Date | null;
  next_from: Date | null;
};

/** Reads the limits a user ever set, as stored: a pending change may already be in effect. */
export async function findLimits(tx: Reader, userId: bigint): Promise<ReadonlyMap<LimitKind, StoredLimit>> {
  const { rows } = await sql<LimitRow>`
    select kind, amount, until, next_amount, next_until, next_from from personal_limit
     where user_id = ${userId}`.execute(tx);
  return new Map(rows.map((row) => [row.kind, toStored(row)]));
}

/** Reads the same for many users at once; most have none. */
export async function findLimitsOfMany(
  tx: Reader,
  userIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, ReadonlyMap<LimitKind, StoredLimit>>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<LimitRow & { user_id: bigint }>`
    select user_id, kind, amount, until, next_amount, next_until, next_from from personal_limit
     where user_id = any(${arrayText(userIds)}::bigint[])`.execute(tx);
  const byUser = Map.groupBy(rows, ({ user_id }) => user_id);
  return new Map([...byUser].map(([id, own]) => [id, new Map(own.map((row) => [row.kind, toStored(row)]))]));
}

/** Locks a limit, creating the row if missing, so that two concurrent first changes also serialize. */
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

/** What limits store about users. */
export const limitsTables: readonly PersonalTable[] = [
  {
    table: 'personal_limit',
    download: selectRows('Limits you set for yourself.', 'personal_limit', [
      ...['kind', 'amount', 'until', 'next_amount', 'next_until', 'next_from', 'changed_at'],
    ]),
    closing: deleteRows('lists', 'personal_limit'),
  },
  {
    table: 'day_result',
    download: selectRows('Results of the last days that count towards your loss limit.', 'day_result', [
      'day',
      'book',
      'product',
      'result',
    ]),
    closing: { not: 'Deleted a few days later.' },
  },
];
