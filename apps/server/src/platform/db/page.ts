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
  /** At most `TOTAL_MAX`, which then means that many or more; null for a page that was read with `before`. */
  readonly total: number | null;
  /** The `before` of the next page; null on the last one. */
  readonly next: bigint | null;
};

/** A part of a list: the rows behind `before`, without the first `offset` of them and no more than `limit`. */
export type Span = { readonly before: bigint | undefined; readonly offset: number; readonly limit: number };

/** A list that grows. It must find its rows by an index, without reading any others. */
export type GrowingList<Row> = {
  /** Returns rows in the order of the list. */
  readonly select: (span: Span) => Promise<readonly Row[]>;
  readonly count: (max: number) => Promise<number>;
};

/**
 * Reads a page. What it costs depends on its size and not on how far back it lies or how long the list is: `page`
 * reaches the first thousand rows only, rows beyond them are read with `before`, and the total is counted up to a
 * thousand. Rows that are added meanwhile shift no page that is read with `before`.
 */
export async function readPage<Row extends { readonly id: bigint }>(
  { page, limit, before }: PageRequest,
  { select, count }: GrowingList<Row>,
): Promise<Page<Row>> {
  const offset = (page - 1) * limit;
  if (offset >= PAGED_ROWS_MAX || (before !== undefined && offset > 0)) refuseWith('parameter_error');
  const [found, total] = await Promise.all([
    select({ before, offset, limit: limit + 1 }), // One more than the page, to see whether another follows.
    before === undefined ? count(TOTAL_MAX) : null,
  ]);
  const rows = found.slice(0, limit);
  return { rows, page, limit, total, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
}

/** Creates a list from one query: rows behind `before`, in order. */
export const listOfQuery = <Row>(
  db: Reader,
  query: (before: bigint | undefined) => RawBuilder<unknown>,
): GrowingList<Row> => ({
  select: async ({ before, offset, limit }) =>
    (await sql<Row>`${query(before)} limit ${limit} offset ${offset}`.execute(db)).rows,
  count: async (max) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from (${query(undefined)} limit ${max}) counted`.execute(db);
    return rows[0]?.n ?? 0;
  },
});

/** Condition of rows behind a row that a newest-first list ended with. */
export const isBefore = (before: bigint | undefined): RawBuilder<unknown> =>
  before === undefined ? sql`true` : sql`id < ${before}`;
