import type { TimeOrderedId } from '@app/base';
import type { AccountName, Mode } from '@app/domain/ledger';
import { type Amount, parseDecimal } from '@app/money';
import { type RawBuilder, sql } from 'kysely';
import { DatabaseError } from 'pg';
import { arrayText } from '../../platform/db/array-text.ts';
import type { Db, Reader, Tx } from '../../platform/db/database.ts';
import type { AccountRow, LedgerTables } from './ledger.tables.ts';
import type { Account, AccountId, Line } from './lines.ts';

export type NamedAccount = { readonly mode: Mode; readonly account: AccountName };
export type TransferRow = { id: TimeOrderedId; kind: string; ref: string; book: Mode; digest: string };

const COLUMNS = ['id', 'owner', 'kind', 'currency', 'book', 'available', 'frozen'] as const;

const toAccount = ({ book, ...row }: AccountRow): Account => ({
  ...row,
  mode: book,
  id: row.id as AccountId, // The brand originates in this column.
  available: parseDecimal<Amount>(row.available),
  frozen: parseDecimal<Amount>(row.frozen),
});

/** Opens accounts on the pool, so that they are visible to every connection before any transfer names them. */
export async function openAccounts(db: Db, names: readonly NamedAccount[]): Promise<void> {
  const owners = names.map(({ account }) => account.owner);
  const kinds = names.map(({ account }) => account.kind);
  const currencies = names.map(({ account }) => account.currency);
  const modes = names.map(({ mode }) => mode);
  await sql`select ledger_open(${owners}, ${kinds}, ${currencies}, ${modes})`.execute(db);
}

/** `offset 0`: whatever the plan, one lookup for each name. */
export async function findAccounts(tx: Reader, names: readonly NamedAccount[]): Promise<Account[]> {
  const { rows } = await sql<AccountRow>`
    select a.id, a.owner, a.kind, a.currency, a.book, a.available, a.frozen
      from unnest(${names.map(({ account }) => account.owner)}::text[], ${names.map(({ account }) => account.kind)}::text[],
                  ${names.map(({ account }) => account.currency)}::text[], ${names.map(({ mode }) => mode)}::text[])
        as n (owner, kind, currency, book)
           cross join lateral (
             select * from ledger_account own
              where own.owner = n.owner and own.kind = n.kind and own.currency = n.currency and own.book = n.book
             offset 0) a`.execute(tx);
  return rows.map(toAccount);
}

export async function findAccountsOf(tx: Reader, mode: Mode, owner: string): Promise<Account[]> {
  const rows = await tx
    .withTables<LedgerTables>()
    .selectFrom('ledger_account')
    .select(COLUMNS)
    .where('owner', '=', owner)
    .where('book', '=', mode)
    .orderBy('kind')
    .orderBy('currency')
    .execute();
  return rows.map(toAccount);
}

/** Takes the row locks in id order, so a balance that was checked is still valid when it is spent. */
export async function lockAccounts(tx: Tx, ids: readonly AccountId[]): Promise<Account[]> {
  const rows = await tx
    .withTables<LedgerTables>()
    .selectFrom('ledger_account')
    .select(COLUMNS)
    .where('id', '=', sql<bigint>`any(${arrayText(ids)}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(toAccount);
}

/**
 * Locks the accounts that no other transaction holds right now. Also in id order, so two callers locking the same
 * accounts cannot deadlock.
 */
export async function lockFreeAccounts(tx: Tx, ids: readonly AccountId[]): Promise<Account[]> {
  const { rows } = await sql<AccountRow>`
    select id, owner, kind, currency, book, available, frozen from ledger_account
     where id = any(${arrayText(ids)}::bigint[]) order by id for no key update skip locked`.execute(tx);
  return rows.map(toAccount);
}

const PATIENCE = '20ms';
const LOCK_NOT_AVAILABLE = '55P03';

/** Waits briefly for the row locks, in id order; the next lock call shows whether the wait was long enough. */
export async function waitForAccounts(tx: Tx, ids: readonly AccountId[]): Promise<void> {
  await sql`savepoint waiting`.execute(tx);
  try {
    await sql`select set_config('lock_timeout', ${PATIENCE}, true)`.execute(tx);
    await lockAccounts(tx, ids);
    await sql`set local lock_timeout = default`.execute(tx);
    await sql`release savepoint waiting`.execute(tx);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error;
    await sql`rollback to savepoint waiting`.execute(tx);
  }
}

/** Inserts the transfers that were not posted before, in the order given, and returns their ids. */
export async function insertTransfers(tx: Tx, rows: readonly TransferRow[]): Promise<Set<bigint>> {
  const inserted = await sql<{ id: bigint }>`
    insert into ledger_transfer (id, kind, ref, book, digest)
    select id, kind, ref, book, decode(digest, 'hex')
      from unnest(${arrayText(rows.map(({ id }) => id))}::bigint[], ${rows.map(({ kind }) => kind)}::text[],
                  ${rows.map(({ ref }) => ref)}::text[], ${arrayText(rows.map(({ book: mode }) => mode))}::text[],
                  ${arrayText(rows.map(({ digest }) => digest))}::text[]) as n (id, kind, ref, book, digest)
    on conflict (kind, ref) do nothing
    returning id`.execute(tx);
  return new Set(inserted.rows.map(({ id }) => id));
}

export async function findDigests(tx: Reader, facts: readonly Pick<TransferRow, 'kind' | 'ref'>[]) {
  const { rows } = await sql<{ kind: string; ref: string; digest: string }>`
    select t.kind, t.ref, encode(t.digest, 'hex') as digest
      from unnest(${facts.map(({ kind }) => kind)}::text[], ${facts.map(({ ref }) => ref)}::text[]) as n (kind, ref)
           cross join lateral (
             select * from ledger_transfer own where own.kind = n.kind and own.ref = n.ref offset 0) t`.execute(tx);
  return rows;
}

export type NewEntries = {
  readonly transfers: readonly TimeOrderedId[];
  readonly accounts: readonly AccountId[];
  readonly lines: readonly Line[];
};

/**
 * Returns the statement that inserts all entries: its trigger locks the accounts, applies the deltas and rejects entries
 * that do not balance.
 */
export const entriesStatement = ({ transfers, accounts, lines }: NewEntries): RawBuilder<unknown> => sql`
  insert into ledger_entry (transfer, account, currency, available_delta, frozen_delta)
  select * from unnest(${arrayText(transfers)}::bigint[], ${arrayText(accounts)}::bigint[],
    ${arrayText(lines.map(({ account }) => account.currency))}::text[],
    ${arrayText(lines.map(({ available }) => available))}::numeric[], ${arrayText(lines.map(({ frozen }) => frozen))}::numeric[])`;

type PaymentRow = { kind: string; ref: string; currency: string; amount: string; reason: string };

/** Records a payment across the platform's border, in the transaction that posts it: the auditor compares the two. */
export async function insertPayment(tx: Tx, payment: PaymentRow): Promise<void> {
  await recordPayments(tx, [payment]);
}

/** Records what was paid across the border of real mode, in the transaction that posts the transfers of the same kind and ref. */
export async function recordPayments(tx: Tx, payments: readonly PaymentRow[]): Promise<void> {
  const of = (read: (payment: PaymentRow) => string) => payments.map(read);
  await sql`
    insert into external_payment (kind, ref, currency, amount, reason)
    select * from unnest(${of((it) => it.kind)}::text[], ${of((it) => it.ref)}::text[], ${of((it) => it.currency)}::text[],
                         ${of((it) => it.amount)}::numeric[], ${of((it) => it.reason)}::text[])`.execute(tx);
}

/** Finds the payments of capital with a reference, in either direction. */
export async function findPayments(tx: Reader, ref: string): Promise<readonly Pick<PaymentRow, 'kind'>[]> {
  const { rows } = await sql<Pick<PaymentRow, 'kind'>>`
    select kind from external_payment where kind like 'capital.%' and ref = ${ref}`.execute(tx);
  return rows;
}
