import { assert, expectDefined } from '@app/base';
import { type AccountName, type Mode, netsToZero, type Transfer } from '@app/domain/ledger';
import type { RawBuilder } from 'kysely';
import type { Db, Reader, Tx } from '../../platform/db/database.ts';
import { pipelined } from '../../platform/db/transact.ts';
import type { NextId } from '../../platform/db/writer.ts';
import { type AccountSpan, type History, type HistoryQuery, readHistory, readHistoryIds } from './history.store.ts';
import * as store from './ledger.store.ts';
import { findAccounts } from './ledger.store.ts';
import { type Account, type AccountId, digestOf, keyOf, type Line, linesOf } from './lines.ts';
import { type MovesQuery, type OwnerMoves, readMoves } from './moves.store.ts';

/** The only API that moves money. One per process: it generates the ids and caches the row of each account. */
export type Ledger = {
  /** Opens accounts in a committed transaction of its own; idempotent. */
  open(db: Db, mode: Mode, names: readonly AccountName[]): Promise<void>;
  /** Reads accounts without locking them: for display, never for spending. Omits accounts that are not open. */
  read(tx: Reader, mode: Mode, names: readonly AccountName[]): Promise<Account[]>;
  /** Reads every account an owner has in one mode: for display, never for spending. */
  readOwner(tx: Reader, mode: Mode, owner: string): Promise<Account[]>;
  /** Reads an owner's balance changes since a time: for display, with the balances of the same snapshot. */
  readMoves(tx: Reader, request: MovesQuery): Promise<OwnerMoves>;
  /** Reads an owner's transfers, newest first, a bounded part at a time: for display. */
  readHistory(tx: Reader, query: HistoryQuery): Promise<History>;
  /** Returns the ids of the transfers of one account, newest first: to count and to skip them. */
  readHistoryIds(tx: Reader, span: AccountSpan): Promise<readonly bigint[]>;
  /** Locks every account the transaction will touch, once, in id order; returns them in the order requested. */
  lock(tx: Tx, mode: Mode, names: readonly AccountName[]): Promise<Account[]>;
  /** Locks without waiting: accounts held by another transaction are returned as busy, unopened ones as missing. */
  lockAvailable(tx: Tx, mode: Mode, names: readonly AccountName[]): Promise<FreeLocks>;
  /**
   * Waits briefly for accounts, before `lockAvailable` and while nothing else is locked: a caller that only takes free
   * accounts would never get one that other transactions pass among themselves.
   */
  lockWithWait(tx: Tx, mode: Mode, names: readonly AccountName[]): Promise<void>;
  /** Posts one transfer or thousands, once per transaction. Returns the ones that were new. */
  post(tx: Tx, transfers: readonly Transfer[]): Promise<readonly Transfer[]>;
};

export type FreeLocks = {
  readonly locked: readonly Account[];
  readonly busy: readonly AccountName[];
  readonly missing: readonly AccountName[];
};

export function createLedger(nextId: NextId): Ledger {
  const ids = new AccountIds();
  const order = new LockOrder();
  const named = (mode: Mode, names: readonly AccountName[]) =>
    names.map((account) => ({ key: keyOf(mode, account), mode, account }));
  return {
    open: (db, mode, names) => store.openAccounts(db, named(mode, names)),
    read: (tx, mode, names) => store.findAccounts(tx, named(mode, names)),
    readOwner: (tx, mode, owner) => store.findAccountsOf(tx, mode, owner),
    readMoves,
    readHistory,
    readHistoryIds,
    lock: async (tx, mode, names) => {
      const wanted = await ids.resolve(tx, named(mode, names));
      order.noteLock(tx, wanted);
      const locked = new Map((await store.lockAccounts(tx, wanted)).map((account) => [account.id, account]));
      return wanted.flatMap((id) => locked.get(id) ?? []);
    },
    lockAvailable: async (tx, mode, names) => {
      const found = await ids.find(tx, named(mode, names));
      const missing = names.filter((_, index) => found[index] === undefined);
      const wanted = found.filter((id) => id !== undefined);
      const locked = await store.lockFreeAccounts(tx, wanted);
      const got = new Set(locked.map(({ id }) => id));
      order.noteLock(tx, [...got]);
      const isBusy = (id: AccountId | undefined) => id !== undefined && !got.has(id);
      return { locked, missing, busy: names.filter((_, index) => isBusy(found[index])) };
    },
    lockWithWait: async (tx, mode, names) => {
      const found = await ids.find(tx, named(mode, names));
      await store.waitForAccounts(
        tx,
        found.filter((id) => id !== undefined),
      );
    },
    post: (tx, transfers) => postTransfers(tx, { nextId, ids, order }, transfers),
  };
}

type Posting = { transfer: Transfer; lines: readonly Line[]; row: store.TransferRow };

/**
 * Posts transfers; the only way money moves. Called once per transaction, with one transfer or thousands. A repeated
 * (kind, ref) with the same digest is a replay of the same transfer and is skipped.
 */
async function postTransfers(
  tx: Tx,
  { nextId, ids, order }: { nextId: NextId; ids: AccountIds; order: LockOrder },
  transfers: readonly Transfer[],
): Promise<readonly Transfer[]> {
  order.notePost(tx);
  if (transfers.length === 0) return [];
  // Their ids are in the order in which they were decided, whatever the order in which they are inserted.
  const postings = transfers.map((transfer) => prepare(transfer, nextId)).sort(byKindAndRef);
  const rows = postings.map(({ row }) => row);
  // The entries of all of them are prepared while the database inserts the transfers: almost always, all are new.
  const [inserted, prepared] = await pipelined([
    store.insertTransfers(tx, rows),
    prepareEntries(tx, { ids, order }, postings),
  ]);
  if (inserted.size === postings.length) {
    await prepared.execute(tx); // The database applies them and rejects what does not balance.
    return postings.map(({ transfer }) => transfer);
  }
  const fresh = postings.filter(({ row }) => inserted.has(row.id));
  await assertSameMeaning(
    tx,
    postings.filter(({ row }) => !inserted.has(row.id)),
  );
  if (fresh.length > 0) await (await prepareEntries(tx, { ids, order }, fresh)).execute(tx);
  return fresh.map(({ transfer }) => transfer);
}

/** One global order, so that two batches with the same transfers cannot deadlock. */
const byKindAndRef = ({ row: a }: Posting, { row: b }: Posting) =>
  compareText(a.kind, b.kind) || compareText(a.ref, b.ref);
const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function prepare(transfer: Transfer, nextId: NextId): Posting {
  const { kind, ref, mode } = transfer;
  assert(transfer.entries.length > 0 && netsToZero(transfer), `${kind} ${ref} nets to zero`);
  const lines = linesOf(transfer);
  return { transfer, lines, row: { id: nextId(), kind, ref, book: mode, digest: digestOf(transfer, lines) } };
}

/** Returns the statement that inserts the entries of these transfers. */
async function prepareEntries(
  tx: Tx,
  { ids, order }: { ids: AccountIds; order: LockOrder },
  postings: readonly Posting[],
): Promise<RawBuilder<unknown>> {
  const lines = postings.flatMap((posting) => posting.lines);
  const transfers = postings.flatMap(({ row, lines: own }) => own.map(() => row.id));
  const accounts = await ids.resolve(tx, lines);
  order.assertCovered(tx, accounts);
  return store.entriesStatement({ transfers, accounts, lines });
}

/** Asserts that a repeated transfer moves the same money: another digest under a known (kind, ref) is our bug. */
async function assertSameMeaning(tx: Tx, repeated: readonly Posting[]): Promise<void> {
  const rows = repeated.map(({ row }) => row);
  const known = new Map((await store.findDigests(tx, rows)).map(({ kind, ref, digest }) => [`${kind}|${ref}`, digest]));
  for (const { kind, ref, digest } of rows) {
    assert(known.get(`${kind}|${ref}`) === digest, `${kind} ${ref} was posted before with the same entries`);
  }
}

/**
 * Enforces one lock round per transaction. Accounts are locked in id order, all at once. A second round (another
 * `lock`, another `post`, or a `post` on accounts the `lock` left out) restarts that order and can deadlock with
 * another transaction doing the same: a defect.
 */
class LockOrder {
  readonly #locked = new WeakMap<Tx, ReadonlySet<AccountId>>();
  readonly #posted = new WeakSet<Tx>();

  noteLock(tx: Tx, accounts: readonly AccountId[]): void {
    assert(!this.#locked.has(tx) && !this.#posted.has(tx), 'a transaction locks once, before it posts');
    this.#locked.set(tx, new Set(accounts));
  }

  notePost(tx: Tx): void {
    assert(!this.#posted.has(tx), 'a transaction posts once');
    this.#posted.add(tx);
  }

  assertCovered(tx: Tx, accounts: readonly AccountId[]): void {
    const locked = this.#locked.get(tx);
    if (locked === undefined) return;
    for (const account of accounts) assert(locked.has(account), `account ${account} was locked before it is posted to`);
  }
}

/** Cache bound: two accounts each for half a million traders. */
const REMEMBERED_MAX = 1_000_000;

type KeyedAccount = Pick<Line, 'key' | 'mode' | 'account'>;

/** Cache of account ids by name. An id never changes, so it is cached; the bound only keeps memory finite. */
class AccountIds {
  readonly #known = new Map<string, AccountId>();

  /** Returns account ids, reading uncached ones in one query; an account that was never opened is a defect. */
  async resolve(tx: Reader, accounts: readonly KeyedAccount[]): Promise<AccountId[]> {
    const ids = await this.find(tx, accounts);
    return ids.map((id, index) => expectDefined(id, `the account ${accounts[index]?.key}`));
  }

  /** Does the same where an account may not be open. */
  async find(tx: Reader, accounts: readonly KeyedAccount[]): Promise<(AccountId | undefined)[]> {
    const ids = accounts.map(({ key }) => this.#known.get(key));
    if (!ids.includes(undefined)) return ids;
    const learned = await this.#remember(
      tx,
      accounts.filter((_, index) => ids[index] === undefined),
    );
    return accounts.map(({ key }, index) => ids[index] ?? learned.get(key));
  }

  /**
   * Reads and caches ids. Returns them as well, because another shard of this process may clear the cache meanwhile.
   */
  async #remember(tx: Reader, missing: readonly KeyedAccount[]): Promise<ReadonlyMap<string, AccountId>> {
    const learned = new Map((await findAccounts(tx, missing)).map((it) => [keyOf(it.mode, it), it.id]));
    if (this.#known.size + learned.size > REMEMBERED_MAX) this.#known.clear();
    for (const [key, id] of learned) this.#known.set(key, id);
    return learned;
  }
}
