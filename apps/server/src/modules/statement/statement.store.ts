import type { ResultProduct } from '@app/domain/ledger';
import type { CoinDay, CostBook, Lot, Tally } from '@app/domain/statement';
import { type Amount, formatDecimal, parseDecimal } from '@app/money';
import { sql } from 'kysely';
import type { Recipient } from '../../platform/bus/push.ts';
import type { Reader, Tx } from '../../platform/db/database.ts';
import type { PersonalTable } from '../../platform/db/personal-data.ts';

/** Up to when a user's days are booked, and what they held then. */
export type BookedState = {
  /** The first day that is not booked, `2026-10-31`. */
  readonly through: string;
  readonly unpriced: readonly string[];
  readonly coins: ReadonlyMap<string, StoredLots>;
};

/** A coin's open lots, oldest first, and the place of the first of them. */
type StoredLots = { readonly firstPlace: number; readonly lots: readonly Lot[] };

/** Locks a user's account until the transaction ends, so that two processes do not book or forget the same days. */
const lockAccount = (tx: Tx, { userId, mode }: Recipient) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`statement:${userId}:${mode}`}, 0))`.execute(tx);

/** Locks a user's state, and creates it at the first look. */
export async function lockState(tx: Tx, recipient: Recipient, firstDay: string): Promise<void> {
  await lockAccount(tx, recipient);
  await sql`
    insert into statement_state (user_id, book, through) values (${recipient.userId}, ${recipient.mode}, ${firstDay})
    on conflict (user_id, book) do nothing`.execute(tx);
}

/** Returns the first day that is not booked; undefined before the first request about a user. */
export async function readThrough(tx: Reader, { userId, mode }: Recipient): Promise<string | undefined> {
  const { rows } = await sql<{ through: string }>`
    select through::text from statement_state where user_id = ${userId} and book = ${mode}`.execute(tx);
  return rows[0]?.through;
}

export async function readState(tx: Reader, { userId, mode }: Recipient): Promise<BookedState | undefined> {
  const { rows: states } = await sql<{ through: string; unpriced: string[] }>`
    select through::text, unpriced from statement_state where user_id = ${userId} and book = ${mode}`.execute(tx);
  const [state] = states;
  if (state === undefined) return undefined;
  const { rows } = await sql<{ currency: string; place: number; quantity: string; cost: string }>`
    select currency, place, trim_scale(quantity)::text as quantity, trim_scale(cost)::text as cost from statement_lot
     where user_id = ${userId} and book = ${mode} order by currency, place`.execute(tx);
  const coins = new Map<string, { firstPlace: number; lots: Lot[] }>();
  for (const { currency, place, quantity, cost } of rows) {
    const coin = coins.get(currency) ?? { firstPlace: place, lots: [] };
    coin.lots.push({ quantity: parseDecimal<Amount>(quantity), cost: parseDecimal<Amount>(cost) });
    coins.set(currency, coin);
  }
  return { ...state, coins };
}

/** What is booked now, after what was booked before. */
export type NextState = { readonly through: string; readonly book: CostBook; readonly before: BookedState };

/** Stores the lots that changed: those taken are deleted, the oldest may be smaller, new ones are added behind. */
export async function saveState(tx: Tx, recipient: Recipient, { through, book, before }: NextState): Promise<void> {
  const { userId, mode } = recipient;
  await sql`
    update statement_state set through = ${through}, unpriced = ${[...book.unpriced]}::text[]
     where user_id = ${userId} and book = ${mode}`.execute(tx);
  const changes = [...book.coins].map(([currency, coin]) => {
    const stored = before.coins.get(currency) ?? { firstPlace: 0, lots: [] };
    const firstPlace = stored.firstPlace + coin.taken();
    const lots = coin.list().map((lot, index) => ({ currency, place: firstPlace + index, ...lot }));
    const firstNew = stored.firstPlace + stored.lots.length;
    return { currency, firstPlace, rows: lots.filter(({ place }, index) => index === 0 || place >= firstNew) };
  });
  await sql`
    delete from statement_lot l using unnest(${changes.map(({ currency }) => currency)}::text[],
                                             ${changes.map(({ firstPlace }) => firstPlace)}::int[]) as kept (currency, place)
     where l.user_id = ${userId} and l.book = ${mode} and l.currency = kept.currency and l.place < kept.place`.execute(
    tx,
  );
  const rows = changes.flatMap((change) => change.rows);
  if (rows.length === 0) return;
  await sql`
    insert into statement_lot (user_id, book, currency, place, quantity, cost)
    select ${userId}::bigint, ${mode}::text, n.*
      from unnest(${rows.map(({ currency }) => currency)}::text[], ${rows.map(({ place }) => place)}::int[],
                  ${rows.map(({ quantity }) => formatDecimal(quantity))}::numeric[],
                  ${rows.map(({ cost }) => formatDecimal(cost))}::numeric[]) as n
    on conflict (user_id, book, currency, place) do update set quantity = excluded.quantity, cost = excluded.cost`.execute(
    tx,
  );
}

/** Deletes what is booked, so that it is computed again. */
export async function forgetState(tx: Tx, recipient: Recipient): Promise<void> {
  const { userId, mode } = recipient;
  await lockAccount(tx, recipient);
  for (const table of ['statement_state', 'statement_lot', 'statement_day'] as const)
    await sql`delete from ${sql.table(table)} where user_id = ${userId} and book = ${mode}`.execute(tx);
}

export async function insertDays(tx: Tx, { userId, mode }: Recipient, days: readonly CoinDay[]): Promise<void> {
  if (days.length === 0) return;
  await sql`
    insert into statement_day (user_id, book, currency, day, quantity, cost, flows, results, fees, transfers)
    select ${userId}::bigint, ${mode}::text, n.*
      from unnest(${days.map(({ currency }) => currency)}::text[], ${days.map(({ day }) => day)}::date[],
                  ${days.map(({ quantity }) => formatDecimal(quantity))}::numeric[],
                  ${days.map(({ cost }) => formatDecimal(cost))}::numeric[],
                  ${days.map(({ flows }) => tallyText(flows))}::jsonb[], ${days.map(({ results }) => tallyText(results))}::jsonb[],
                  ${days.map(({ fees }) => tallyText(fees))}::jsonb[], ${days.map(({ transfers }) => transfers)}::int[]) as n`.execute(
    tx,
  );
}

type DayRow = {
  currency: string;
  day: string;
  quantity: string;
  cost: string;
  flows: Record<string, string>;
  results: Record<string, string>;
  fees: Record<string, string>;
  transfers: number;
};

/** Reads the booked days of a span of days, and for each coin the last one before it, oldest first. */
export async function readDays(
  tx: Reader,
  { userId, mode }: Recipient,
  { from, before }: { readonly from: string; readonly before: string },
): Promise<CoinDay[]> {
  const { rows } = await sql<DayRow>`
    select currency, day::text, trim_scale(quantity)::text as quantity, trim_scale(cost)::text as cost, flows, results, fees, transfers
      from (
        select * from statement_day where user_id = ${userId} and book = ${mode} and day >= ${from} and day < ${before}
        union all
        (select distinct on (currency) * from statement_day
          where user_id = ${userId} and book = ${mode} and day < ${from} order by currency, day desc)) d
     order by day, currency`.execute(tx);
  return rows.map((row) => ({
    ...row,
    quantity: parseDecimal<Amount>(row.quantity),
    cost: parseDecimal<Amount>(row.cost),
    flows: toTally(row.flows),
    results: toTally<ResultProduct>(row.results),
    fees: toTally<ResultProduct>(row.fees),
  }));
}

/** Returns the first day with a transfer. */
export async function readFirstDay(tx: Reader, { userId, mode }: Recipient): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`
    select min(day)::text as day from statement_day where user_id = ${userId} and book = ${mode}`.execute(tx);
  return rows[0]?.day ?? undefined;
}

const tallyText = (tally: Tally): string =>
  JSON.stringify(Object.fromEntries([...tally].map(([name, value]) => [name, formatDecimal(value)])));

const toTally = <Name extends string>(stored: Record<string, string>): Map<Name, Amount> =>
  new Map(Object.entries(stored).map(([name, value]) => [name as Name, parseDecimal<Amount>(value)])); // This module wrote it.

/** Lists accounts whose days before `day` are not all booked, the longest waiting first. */
export async function listDue(db: Reader, day: string, limit: number): Promise<Recipient[]> {
  const { rows } = await sql<{ user_id: bigint; book: Recipient['mode'] }>`
    select user_id, book from statement_state where through < ${day} order by through limit ${limit}`.execute(db);
  return rows.map(({ user_id, book }) => ({ userId: user_id, mode: book }));
}

const DERIVED = { not: 'Computed from the ledger, which is included.' };

/** What statements store about users, all of it derived from the ledger. */
export const statementTables: readonly PersonalTable[] = [
  { table: 'statement_state', download: DERIVED, closing: { keep: 'ledger' } },
  { table: 'statement_lot', download: DERIVED, closing: { keep: 'ledger' } },
  { table: 'statement_day', download: DERIVED, closing: { keep: 'ledger' } },
];
