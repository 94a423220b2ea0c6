import type { AccountName, Mode, Transfer } from '@app/domain/ledger';
import type { Db, Reader, Tx } from '../../platform/database.ts';
import type { NextId } from '../../platform/writer.ts';
import type { Account, AccountId } from './account.ts';
import { AccountIds } from './account-ids.ts';
import * as store from './ledger.store.ts';
import { keyOf } from './line.ts';
import { LockOrder } from './lock-order.ts';
import { type MovesQuery, type OwnerMoves, readMoves } from './moves.store.ts';
import { postTransfers } from './post.ts';

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
