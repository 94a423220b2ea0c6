import { type CoinDay, type CostBook, DAY_MS, dayBounds } from '@app/domain/statement';
import { holdingsOf } from '@app/domain/wallet';
import { type Amount, ZERO } from '@app/money';
import type { Recipient } from '../../platform/bus/push.ts';
import { now } from '../../platform/db/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Ledger, readNewestTransfer } from '../ledger/index.ts';
import { bookDays, firstDayOf, foldDays, openBook, type StatementDeps } from './book-days.ts';
import { openPrices } from './fold-account.ts';
import * as store from './statement.store.ts';

export type AccountDeps = StatementDeps & { readonly ledger: Ledger };

/** What a user holds now and what it cost, and the days that are not booked yet. */
export type AccountNow = {
  readonly nowMs: number;
  readonly book: CostBook;
  /** The first day that was not booked; booked rows from here on are in `recent` too. */
  readonly through: string;
  /** Oldest first. */
  readonly recent: readonly CoinDay[];
};

/** Raised when a user's booked days and balances differ even after they were computed again. */
class StatementMismatch extends Error {}

const KEPT_MS = 10_000;
/** An account with more transfers since its last booked day is answered from memory for that time, whatever it does. */
const BUSY_TRANSFERS = 5_000;
type Kept = { readonly newest: bigint; readonly untilMs: number; readonly account: AccountNow };

/**
 * Creates a reader of accounts. Booked days and the transfers since give what is held, which must equal the balances of
 * the same snapshot; if it does not, everything is booked again from the ledger. Repeated requests without a transfer in
 * between are answered from memory; those of one user that arrive together share one reading.
 */
export function createReadAccount(deps: AccountDeps): (recipient: Recipient) => Promise<AccountNow> {
  const kept = new Map<string, Kept>();
  const reading = new Map<string, Promise<AccountNow>>();
  const read = async (recipient: Recipient, key: string): Promise<AccountNow> => {
    const known = kept.get(key);
    if (known !== undefined && Date.now() < known.untilMs && (await isCurrent(deps, recipient, known)))
      return known.account;
    const { newest, account } = (await readOnce(deps, recipient)) ?? (await readAgain(deps, recipient));
    forgetOld(kept);
    kept.delete(key); // Keeps the oldest entry first.
    kept.set(key, { newest, untilMs: Date.now() + KEPT_MS, account });
    return account;
  };
  return (recipient) => {
    const key = `${recipient.userId}:${recipient.mode}`;
    const running = reading.get(key) ?? read(recipient, key).finally(() => reading.delete(key));
    reading.set(key, running);
    return running;
  };
}

const ownerOf = ({ userId, mode }: Recipient) => ({ mode, owner: `user:${userId}` });

async function isCurrent({ db }: AccountDeps, recipient: Recipient, { newest, account }: Kept): Promise<boolean> {
  const transfers = account.recent.reduce((count, day) => count + day.transfers, 0);
  return transfers > BUSY_TRANSFERS || (await readNewestTransfer(db, ownerOf(recipient))) === newest;
}

async function readAgain(deps: AccountDeps, recipient: Recipient) {
  await deps.transact((tx) => store.forgetState(tx, recipient));
  const read = await readOnce(deps, recipient);
  if (read === undefined) throw new StatementMismatch(`costs of user ${recipient.userId} differ from the balances`);
  return read;
}

/** Returns undefined if what was booked does not lead to the balances. */
async function readOnce(deps: AccountDeps, recipient: Recipient): Promise<Omit<Kept, 'untilMs'> | undefined> {
  await bookDays(deps, recipient);
  return deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const account = await foldRecent(tx, deps, recipient);
      const isSound = await equalsBalances(tx, deps.ledger, { recipient, account });
      return isSound ? { newest: await readNewestTransfer(tx, ownerOf(recipient)), account } : undefined;
    });
}

/** Adds the transfers since the last booked day, in memory. The clock that made an id may be ahead of the database's. */
async function foldRecent(tx: Tx, { fees, onRead }: StatementDeps, recipient: Recipient): Promise<AccountNow> {
  const nowMs = (await now(tx)).getTime();
  const state = await store.readState(tx, recipient);
  const book = openBook(state);
  const through = state?.through ?? firstDayOf(recipient);
  const span = { fromMs: dayBounds(through).fromMs, toMs: nowMs + DAY_MS };
  const recent = await foldDays({ tx, recipient, fees, prices: await openPrices(tx), onRead }, book, span);
  return { nowMs, book, through, recent };
}

type Compared = { readonly recipient: Recipient; readonly account: AccountNow };

async function equalsBalances(tx: Tx, ledger: Ledger, { recipient, account }: Compared): Promise<boolean> {
  const accounts = await ledger.readOwner(tx, recipient.mode, `user:${recipient.userId}`);
  const balances = holdingsOf(accounts.map(({ kind, ...balance }) => ({ ...balance, account: kind as 'wallet' }))); // An owner `user:…` has user accounts only.
  const booked = new Map<string, Amount>(
    [...account.book.coins].map(([currency, coin]) => [currency, coin.quantity()]),
  );
  const currencies = new Set([...balances.keys(), ...booked.keys()]);
  return [...currencies].every((currency) => (balances.get(currency) ?? ZERO) === (booked.get(currency) ?? ZERO));
}

function forgetOld(kept: Map<string, Kept>): void {
  for (const [key, { untilMs }] of kept) {
    if (untilMs > Date.now()) return;
    kept.delete(key);
  }
}
