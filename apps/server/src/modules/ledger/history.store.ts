import { ID_EPOCH_MS, type TimeOrderedId, timeOfId } from '@app/base';
import type { AccountKind, Mode } from '@app/domain/ledger';
import { type Amount, add, parseDecimal } from '@app/money';
import { sql } from 'kysely';
import { arrayText } from '../../platform/db/array-text.ts';
import type { Reader } from '../../platform/db/database.ts';

export type HistoryQuery = {
  readonly mode: Mode;
  readonly owner: string;
  /** One kind of account, and one currency; absent fields do not filter. */
  readonly account?: AccountKind | undefined;
  readonly currency?: string | undefined;
  /** Transfers with ids from `since` to below `before`. */
  readonly since: bigint;
  readonly before: bigint;
  /** Transfers wanted, at most. */
  readonly limit: number;
  /** Kinds of transfers wanted; others are passed over. */
  readonly isWanted: (kind: string) => boolean;
  /** Entries read, at most; a transfer whose entries would exceed them is left for the next call. */
  readonly entriesMax: number;
};

type HistoryEntry = {
  readonly account: AccountKind;
  readonly currency: string;
  readonly available: Amount;
  readonly frozen: Amount;
};

/** A transfer with its entries on the owner's accounts, one for each account. */
export type HistoryTransfer = {
  readonly id: bigint;
  readonly kind: string;
  readonly ref: string;
  readonly atMs: number;
  readonly entries: readonly HistoryEntry[];
};

export type History = {
  readonly transfers: readonly HistoryTransfer[];
  /** The `before` of the next call; null where nothing older is left. */
  readonly next: bigint | null;
  /** No wanted transfer from this time on was left out. */
  readonly searchedToMs: number;
};

/** Entries read at first; far more than one transfer has on one owner's accounts. */
const FIRST_READ = 256;

/**
 * Reads an owner's transfers, newest first, by the index on account and transfer, and their kinds by primary key. Where
 * few transfers are wanted among many, it stops after `entriesMax` entries and says where to go on.
 */
export async function readHistory(tx: Reader, query: HistoryQuery): Promise<History> {
  const accounts = await findOwn(tx, query);
  const found: HistoryTransfer[] = [];
  let { before } = query;
  for (let walked = 0; walked < query.entriesMax; ) {
    const most = Math.min(walked === 0 ? FIRST_READ : query.entriesMax, query.entriesMax - walked);
    const rows = await readEntries(tx, { accounts, since: query.since, before, most });
    walked += Math.max(rows.length, 1);
    const isEnd = rows.length < most;
    const whole = isEnd ? rows : rows.filter(({ transfer }) => transfer !== rows.at(-1)?.transfer);
    for (const transfer of await wantedOf(tx, query, accounts, whole)) {
      if (found.length < query.limit) found.push(transfer);
      else return { transfers: found, ...endAt(found.at(-1)?.id ?? before) };
    }
    if (isEnd) return { transfers: found, next: null, searchedToMs: timeOf(query.since) };
    before = whole.at(-1)?.transfer ?? before;
  }
  return { transfers: found, ...endAt(before) };
}

/** Transfers of one account, newest first. */
export type AccountSpan = Pick<HistoryQuery, 'mode' | 'owner' | 'account' | 'currency' | 'before' | 'limit'>;

/** Returns the ids of an owner's transfers behind `before`, without reading what they are. */
export async function readHistoryIds(tx: Reader, { before, limit, ...query }: AccountSpan): Promise<readonly bigint[]> {
  const accounts = await findOwn(tx, query);
  const most = 2 * limit; // A transfer seldom has two entries on one account, and never three.
  const { rows } = await sql<{ id: bigint }>`
    select distinct transfer as id from ledger_entries_of(${arrayText([...accounts.keys()])}::bigint[], 0, ${before}, ${most})
     order by transfer desc limit ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

const endAt = (id: bigint) => ({ next: id, searchedToMs: timeOf(id) });
const timeOf = (id: bigint) => (id <= 0n ? ID_EPOCH_MS : timeOfId(id as TimeOrderedId)); // Transfers have such ids.

type OwnAccounts = ReadonlyMap<bigint, { readonly kind: AccountKind; readonly currency: string }>;

async function findOwn(
  tx: Reader,
  { owner, mode, account, currency }: Pick<HistoryQuery, 'owner' | 'mode' | 'account' | 'currency'>,
): Promise<OwnAccounts> {
  const { rows } = await sql<{ id: bigint; kind: AccountKind; currency: string }>`
    select id, kind, currency from ledger_account
     where owner = ${owner} and book = ${mode}
       and ${account === undefined ? sql`true` : sql`kind = ${account}`}
       and ${currency === undefined ? sql`true` : sql`currency = ${currency}`}`.execute(tx);
  return new Map(rows.map(({ id, kind, currency: code }) => [id, { kind, currency: code }]));
}

type EntryRow = { transfer: bigint; account: bigint; available: string; frozen: string };
type Span = {
  readonly accounts: OwnAccounts;
  readonly since: bigint;
  readonly before: bigint;
  readonly most: number;
};

async function readEntries(tx: Reader, { accounts, since, before, most }: Span): Promise<readonly EntryRow[]> {
  if (accounts.size === 0) return [];
  const { rows } = await sql<EntryRow>`
    select transfer, account, trim_scale(available_delta)::text as available, trim_scale(frozen_delta)::text as frozen
      from ledger_entries_of(${arrayText([...accounts.keys()])}::bigint[], ${since}, ${before}, ${most})`.execute(tx);
  return rows;
}

async function wantedOf(
  tx: Reader,
  { isWanted }: HistoryQuery,
  accounts: OwnAccounts,
  rows: readonly EntryRow[],
): Promise<readonly HistoryTransfer[]> {
  const byTransfer = Map.groupBy(rows, ({ transfer }) => transfer);
  if (byTransfer.size === 0) return [];
  const { rows: heads } = await sql<{ id: bigint; kind: string; ref: string }>`
    select t.id, t.kind, t.ref from unnest(${arrayText([...byTransfer.keys()])}::bigint[]) as n (id)
      cross join lateral (select id, kind, ref from ledger_transfer where id = n.id offset 0) t`.execute(tx);
  const known = new Map(heads.map((head) => [head.id, head]));
  return [...byTransfer].flatMap(([id, lines]) => {
    const head = known.get(id);
    if (head === undefined || !isWanted(head.kind)) return [];
    return [{ ...head, atMs: timeOf(id), entries: entriesOf(lines, accounts) }];
  });
}

/** Adds up the lines of each account. */
function entriesOf(lines: readonly EntryRow[], accounts: OwnAccounts): readonly HistoryEntry[] {
  const entries = new Map<bigint, HistoryEntry>();
  for (const { account, available, frozen } of lines) {
    const own = accounts.get(account);
    if (own === undefined) continue;
    const more = { available: parseDecimal<Amount>(available), frozen: parseDecimal<Amount>(frozen) };
    const before = entries.get(account);
    entries.set(account, {
      account: own.kind,
      currency: own.currency,
      available: before === undefined ? more.available : add(before.available, more.available),
      frozen: before === undefined ? more.frozen : add(before.frozen, more.frozen),
    });
  }
  return [...entries.values()];
}
