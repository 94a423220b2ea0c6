import type { Output } from '@app/protocol';
import type * as routes from '@app/protocol/staff';
import type { Reader } from '../../platform/db/database.ts';
import { readRows } from '../trail/index.ts';
import {
  type EntryRow,
  type ModeSpan,
  readDevices,
  readEntries,
  readNotices,
  readOrders,
  readSessions,
  type Span,
} from './list.store.ts';

/** Reads one row more than a page, to see whether another follows. */
async function pageOf<Row extends { readonly id: bigint }>(
  { limit }: Span,
  read: (limit: number) => Promise<readonly Row[]>,
): Promise<{ rows: readonly Row[]; next: bigint | null }> {
  const found = await read(limit + 1);
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
}

const ms = (at: Date | null): number | null => at?.getTime() ?? null;

/** Entries that one transfer may have of one user; a page ends between two transfers. */
const ENTRIES_A_TRANSFER = 50;

export async function listLedger(db: Reader, span: ModeSpan): Promise<Output<typeof routes.listUserLedger>> {
  const found = await readEntries(db, { ...span, limit: span.limit + ENTRIES_A_TRANSFER });
  const { rows, next } = endBetweenTransfers(found, span.limit);
  return {
    list: rows.map(({ transfer, at, ...entry }, index) => ({
      ...entry,
      id: `${transfer}.${index - rows.findIndex((row) => row.transfer === transfer)}`,
      at: at.getTime(),
    })),
    next,
  };
}

function endBetweenTransfers(found: readonly EntryRow[], limit: number) {
  const cut = found[limit]?.transfer;
  if (cut === undefined) return { rows: found, next: null };
  const before = found.slice(0, limit).filter(({ transfer }) => transfer !== cut);
  const rows = before.length > 0 ? before : found.filter(({ transfer }) => transfer === cut);
  return { rows, next: rows.at(-1)?.transfer ?? null };
}

type Product = keyof typeof readOrders;

export async function listOrders(
  db: Reader,
  { product, ...span }: ModeSpan & { readonly product: Product },
): Promise<Output<typeof routes.listUserOrders>> {
  const { rows, next } = await pageOf(span, (limit) => readOrders[product](db, { ...span, limit }));
  return { list: rows.map((row) => ({ ...row, at: row.at.getTime() })), next };
}

export async function listSessions(db: Reader, span: Span): Promise<Output<typeof routes.listUserSessions>> {
  const { rows, next } = await pageOf(span, (limit) => readSessions(db, { ...span, limit }));
  const list = rows.map((row) => ({
    ...row,
    signed_in_at: row.signed_in_at.getTime(),
    last_seen_at: row.last_seen_at.getTime(),
    ended_at: ms(row.ended_at),
  }));
  return { list, next };
}

export async function listDevices(db: Reader, span: Span): Promise<Output<typeof routes.listUserDevices>> {
  const { rows, next } = await pageOf(span, (limit) => readDevices(db, { ...span, limit }));
  return { list: rows.map((row) => ({ ...row, first_seen_at: row.first_seen_at.getTime() })), next };
}

export async function listNotices(db: Reader, span: Span): Promise<Output<typeof routes.listUserNotices>> {
  const { rows, next } = await pageOf(span, (limit) => readNotices(db, { ...span, limit }));
  return { list: rows.map((row) => ({ ...row, at: row.at.getTime(), read_at: ms(row.read_at) })), next };
}

export async function listTrail(db: Reader, span: Span): Promise<Output<typeof routes.listUserTrail>> {
  const { userId, before } = span;
  const { rows, next } = await pageOf(span, (limit) => readRows(db, { subject: `user:${userId}` }, { before, limit }));
  const list = rows.map(({ at, seq, hash, ...row }) => ({
    ...row,
    at: at.getTime(),
    seq: Number(seq),
    hash: hash.toString('hex'),
  }));
  return { list, next };
}
