import { authSettings, isAsAgreed } from '@app/domain/auth';
import { type Amount, parseDecimal } from '@app/money';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { PersonalTable } from '../../../platform/db/personal-data.ts';
import { transactOn } from '../../../platform/db/transact.ts';
import type { NextId } from '../../../platform/db/writer.ts';
import type { Ledger } from '../../ledger/index.ts';
import { writeNotice } from '../../notify/index.ts';
import type { Settings } from '../../reference/index.ts';
import { queueOwnerMail } from '../code/mails.ts';
import { endSessionsOf } from '../session/session.store.ts';
import * as store from './closing.store.ts';

export type CloserDeps = {
  readonly db: Db;
  readonly ledger: Ledger;
  readonly nextId: NextId;
  readonly settings: Settings;
  readonly openOrders: readonly store.CountOpenOrders[];
  /** Every table with rows about users, of all modules. */
  readonly tables: readonly PersonalTable[];
};

/**
 * Closes the accounts whose waiting time is over, and erases what was kept of closed ones long enough. Any number of
 * workers may run it. One account that fails is reported at the end and stops no other.
 */
export async function closeAccounts(deps: CloserDeps): Promise<void> {
  const transact = transactOn(deps.db);
  const errors: unknown[] = [];
  for (const id of await store.listDue(deps.db))
    await transact((tx) => closeAccount(tx, deps, id)).catch((error: unknown) => errors.push(error));
  await store.eraseKept(deps.db);
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} accounts could not be closed`);
}

/**
 * Closes one account, all of it or nothing. The user's row is locked first: a login at the same moment either cancels
 * the closing, or finds no password. An order at the same moment finds at most what its owner gave up, which is less than
 * the smallest order.
 */
async function closeAccount(tx: Tx, deps: CloserDeps, id: bigint): Promise<void> {
  const due = await store.lockDue(tx, id);
  if (due === undefined) return;
  if (!(await isStillReady(tx, deps, due))) return await refuseClosing(tx, deps, due);
  const { value: years } = await deps.settings.read(authSettings.closingKeepYears);
  await queueOwnerMail(tx, due, 'closed', { years });
  await endSessionsOf(tx, id);
  for (const { closing } of deps.tables) if ('erase' in closing) await closing.erase(tx, id);
  await store.keepUntil(tx, id, years);
}

/** Checks that no more is left than was agreed, that nothing is held, and that no order is open. */
async function isStillReady(tx: Tx, deps: CloserDeps, { id, left }: store.DueClosing): Promise<boolean> {
  const { ledger, openOrders } = deps;
  const own = await ledger.readOwner(tx, 'real', `user:${id}`);
  const agreed = new Map(Object.entries(left).map(([name, amount]) => [name, parseDecimal<Amount>(amount)]));
  const balances = own.map(({ kind, currency, available, frozen }) => ({ account: kind, currency, available, frozen }));
  if (!isAsAgreed(agreed, balances)) return false;
  for (const count of openOrders) if ((await count(tx, id)).length > 0) return false;
  return true;
}

/** Ends the waiting time: something came in or was opened meanwhile, and its owner must decide about it. */
async function refuseClosing(tx: Tx, { nextId }: CloserDeps, due: store.DueClosing): Promise<void> {
  await store.endClosing(tx, due.id);
  await queueOwnerMail(tx, due, 'security_closing_failed');
  await writeNotice(tx, nextId, { userId: due.id, kind: 'closing_failed', params: {} });
}
