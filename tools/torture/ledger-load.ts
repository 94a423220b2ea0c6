import { setTimeout as pause } from 'node:timers/promises';
import { type AccountName, externalAccount, move, userAccount } from '@app/domain/ledger';
import { type Amount, parseDecimal } from '@app/money';
import { createLedger, type Ledger } from '@app/server/modules/ledger';
import { type Db, openDatabase } from '@app/server/platform/db/database';
import { type Transact, transactOn } from '@app/server/platform/db/transact';
import { claimWriter } from '@app/server/platform/db/writer';
import { openLog } from '@app/server/platform/process/log';
import type { PoolClient } from 'pg';

/** Time limit for connections to be returned after their client has its answer, because one control answers early. */
const GIVEN_BACK_MS = 60_000;

/** Real ledger over the real pool, as in a product process. */
export type LedgerClient = {
  readonly db: Db;
  readonly ledger: Ledger;
  readonly transact: Transact;
  /** Cuts every second connection, like a network failure: the results of work still running on the server are lost. */
  cutHalf(): void;
  /** Returns the number of connection errors only the rig listened to: each would have ended a product process. */
  unheard(): number;
  /** Closes the pool and returns how many connections were never returned. */
  close(): Promise<number>;
};

export async function openLedgerClient(url: string, connectionsMax: number): Promise<LedgerClient> {
  const { db, pool, close } = openDatabase({ url, connectionsMax, name: 'torture' }, openLog('torture', 'silent'));
  const open = new Set<PoolClient>();
  let unheard = 0;
  pool.on('remove', (client) => open.delete(client));
  pool.on('connect', (client) => {
    open.add(client);
    client.on('error', () => {
      if (client.listenerCount('error') === 1) unheard += 1;
    });
  });
  return {
    db,
    ledger: createLedger(await claimWriter(db)),
    transact: transactOn(db),
    cutHalf: () => {
      for (const [index, client] of [...open].entries()) if (index % 2 === 0) client.connection.stream.destroy();
    },
    unheard: () => unheard,
    close: async () => {
      const busy = () => pool.totalCount - pool.idleCount;
      for (let waitedMs = 0; busy() > 0 && waitedMs < GIVEN_BACK_MS; waitedMs += 20) await pause(20);
      const leaked = busy();
      const closing = close();
      if (leaked === 0) await closing; // A pool waits forever for unreturned connections.
      return leaked;
    },
  };
}

export const units = (count: number): Amount => parseDecimal<Amount>(String(count));

export const walletOf = (user: number): AccountName => userAccount(BigInt(user), 'wallet', 'USDT');

/** Opens the wallets of users 1 to `users` and pays each `each` units from an external account. */
export async function fundWallets(
  { db, ledger, transact }: LedgerClient,
  { users, each }: { users: number; each: number },
): Promise<void> {
  const external = externalAccount('torture', 'USDT');
  const wallets = Array.from({ length: users }, (_, index) => walletOf(index + 1));
  await ledger.open(db, 'real', [external, ...wallets]);
  const entries = wallets.flatMap((wallet) => move(units(each), external, wallet));
  await transact((tx) => ledger.post(tx, [{ kind: 'torture.fund', ref: 'all', mode: 'real', entries }]));
}
