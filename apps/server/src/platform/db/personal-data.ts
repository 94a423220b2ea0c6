import type { ErasedRecord, KeptRecord } from '@app/protocol/auth';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from './database.ts';

/**
 * A table with rows about users: what of it the user can download, and what becomes of it when the account is closed.
 * Each module lists its own; a test compares all lists with the database, so a new table needs a decision.
 */
export type PersonalTable = {
  readonly table: string;
  readonly download: Downloading | { readonly not: string };
  readonly closing: Erasing | { readonly keep: KeptRecord } | { readonly not: string };
};

/** What the download contains of a table, in English and as a query, oldest first. */
export type Downloading = {
  readonly about: string;
  readonly rows: (userId: bigint) => RawBuilder<unknown>;
};

/** How a closing erases the user's rows, in the transaction that closes the account. */
export type Erasing = {
  readonly record: ErasedRecord;
  readonly erase: (tx: Tx, userId: bigint) => Promise<void>;
};

/** Deletes the user's rows. */
export const deleteRows = (record: ErasedRecord, table: string): Erasing => ({
  record,
  erase: async (tx, userId) => {
    await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(tx);
  },
});

/** Downloads the columns of the user's rows, in order of the first one. */
export const selectRows = (about: string, table: string, columns: readonly string[]): Downloading => ({
  about,
  rows: (userId) => sql`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
     where user_id = ${userId} order by 1`,
});
