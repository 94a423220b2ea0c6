import type { TimeOrderedId } from '@app/base';
import type { AccountName, Book } from '@app/domain/ledger';
import { type Amount, formatDecimal, parseDecimal } from '@app/money';
import { sql } from 'kysely';
import type { Db, Reader, Tx } from '../../platform/database.ts';
import type { Account, AccountId } from './account.ts';
import type { AccountRow, LedgerTables } from './ledger.tables.ts';

export type NamedAccount = { readonly book: Book; readonly account: AccountName };
export type NewTransfer = { id: TimeOrderedId; kind: string; ref: string; book: Book; digest: Buffer };
export type NewEntry = {
  transfer: TimeOrderedId;
  account: AccountId;
  currency: string;
  available: Amount;
  frozen: Amount;
};

const COLUMNS = ['id', 'owner', 'kind', 'currency', 'book', 'available', 'frozen'] as const;

/** Numbers need no quoting, so the array is written here: the driver's own way costs a third of a large batch. */
const list = (values: readonly (bigint | string)[]) => `{${values.join(',')}}`;

const toAccount = (row: AccountRow): Account => ({
  ...row,
  id: row.id as AccountId, // The column is the brand's origin.
  available: parseDecimal<Amount>(row.available),
  frozen: parseDecimal<Amount>(row.frozen),
});

/** Runs on the pool, so that the accounts exist for everyone before any transfer names them. */
export async function openAccounts(db: Db, names: readonly NamedAccount[]): Promise<void> {
  const owners = names.map(({ account }) => account.owner);
  const kinds = names.map(({ account }) => account.kind);
  const currencies = names.map(({ account }) => account.currency);
  const books = names.map(({ book }) => book);
  await sql`select ledger_open(${owners}, ${kinds}, ${currencies}, ${books})`.execute(db);
}

export async function findAccounts(tx: Reader, names: readonly NamedAccount[]): Promise<Account[]> {
  const { rows } = await sql<AccountRow>`
    select a.id, a.owner, a.kind, a.currency, a.book, a.available, a.frozen
      from unnest(${names.map(({ account }) => account.owner)}::text[], ${names.map(({ account }) => account.kind)}::text[],
                  ${names.map(({ account }) => account.currency)}::text[], ${names.map(({ book }) => book)}::text[])
        as n (owner, kind, currency, book)
      join ledger_account a using (owner, kind, currency, book)`.execute(tx);
  return rows.map(toAccount);
}

/** Takes the row locks in id order, so what was checked is still true when it is spent. */
export async function lockAccounts(tx: Tx, ids: readonly AccountId[]): Promise<Account[]> {
  const rows = await tx
    .withTables<LedgerTables>()
    .selectFrom('ledger_account')
    .select(COLUMNS)
    .where('id', '=', sql<bigint>`any(${list(ids)}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(toAccount);
}

/** Inserts the transfers nobody posted before and says which those are; in (kind, ref) order, against deadlocks. */
export async function insertTransfers(tx: Tx, transfers: readonly NewTransfer[]): Promise<Set<bigint>> {
  const { rows } = await sql<{ id: bigint }>`
    insert into ledger_transfer (id, kind, ref, book, digest)
    select * from unnest(${list(transfers.map(({ id }) => id))}::bigint[], ${transfers.map(({ kind }) => kind)}::text[],
      ${transfers.map(({ ref }) => ref)}::text[], ${transfers.map(({ book }) => book)}::text[],
      ${transfers.map(({ digest }) => digest)}::bytea[])
    on conflict (kind, ref) do nothing
    returning id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

export async function findDigests(tx: Reader, transfers: readonly Pick<NewTransfer, 'kind' | 'ref'>[]) {
  const { rows } = await sql<{ kind: string; ref: string; digest: Buffer }>`
    select t.kind, t.ref, t.digest
      from unnest(${transfers.map(({ kind }) => kind)}::text[], ${transfers.map(({ ref }) => ref)}::text[]) as n (kind, ref)
      join ledger_transfer t using (kind, ref)`.execute(tx);
  return rows;
}

/** One statement for all: its trigger locks the accounts, applies the deltas and refuses what does not add up. */
export async function insertEntries(tx: Tx, entries: readonly NewEntry[]): Promise<void> {
  await sql`
    insert into ledger_entry (transfer, account, currency, available_delta, frozen_delta)
    select * from unnest(${list(entries.map(({ transfer }) => transfer))}::bigint[],
      ${list(entries.map(({ account }) => account))}::bigint[], ${entries.map(({ currency }) => currency)}::text[],
      ${list(entries.map(({ available }) => formatDecimal(available)))}::numeric[],
      ${list(entries.map(({ frozen }) => formatDecimal(frozen)))}::numeric[])`.execute(tx);
}
