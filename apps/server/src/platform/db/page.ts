import { PAGED_ROWS_MAX, TOTAL_MAX } from '@app/protocol';
import { type RawBuilder, sql } from 'kysely';
import { refuseWith } from '../http/accept.ts';
import type { Reader } from './database.ts';

/** A page of a list. `before` is the last row of the previous page; without it, `page` counts from the first row. */
export type PageRequest = {
  readonly page: number;
  readonly limit: number;
  readonly before?: bigint | undefined;
};

export type Page<Row> = {
  readonly rows: readonly Row[];
  readonly page: number;
  readonly limit: number;
  /** At most `TOTAL_MAX`, which then means that many or more. */
  readonly total: number;
  /** The `before` of the next page; null on the last one. */
  readonly next: bigint | null;
};

/** The part of a list that a query returns: rows behind `before`, no more than `count`. */
export type Span = { readonly before: bigint | undefined; readonly count: number };

/** A list that grows. Its query returns the rows of a span; an index must find them without reading any others. */
export type GrowingList = {
  readonly query: (span: Span) => RawBuilder<unknown>;
  /** Order of the rows; newest first unless given. */
  readonly order?: RawBuilder<unknown>;
};

/**
 * Reads a page. What it costs depends on its size and not on how far back it lies or how long the list is: `page`
 * reaches the first thousand rows only, rows beyond them are read with `before`, and the total is counted up to a
 * thousand. Rows that are added meanwhile shift no page that is read with `before`.
 */
export async function readPage<Row extends { readonly id: bigint }>(
  db: Reader,
  { page, limit, before }: PageRequest,
  { query, order = sql`id desc` }: GrowingList,
): Promise<Page<Row>> {
  const offset = (page - 1) * limit;
  if (offset >= PAGED_ROWS_MAX || (before !== undefined && offset > 0)) refuseWith('parameter_error');
  const count = offset + limit + 1; // One more than the page, to see whether another follows.
  const [found, total] = await Promise.all([
    sql<Row>`select * from (${query({ before, count })}) listed order by ${order} limit ${limit + 1} offset ${offset}`.execute(
      db,
    ),
    countRows(db, query),
  ]);
  const rows = found.rows.slice(0, limit);
  const hasMore = found.rows.length > limit;
  return { rows, page, limit, total, next: hasMore ? (rows.at(-1)?.id ?? null) : null };
}

async function countRows(db: Reader, query: GrowingList['query']): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from (${query({ before: undefined, count: TOTAL_MAX })}) listed limit ${TOTAL_MAX}) counted`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Condition of rows behind a row that a newest-first list ended with. */
export const isBefore = (before: bigint | undefined): RawBuilder<unknown> =>
  before === undefined ? sql`true` : sql`id < ${before}`;
