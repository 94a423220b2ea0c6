import type { UserKind } from '@app/domain/ledger';
import { createLedger, type Ledger } from '@app/server/modules/ledger';
import { type Database, openDatabase } from '@app/server/platform/db/database';
import { type Transact, transactOn } from '@app/server/platform/db/transact';
import { claimWriter } from '@app/server/platform/db/writer';
import { openLog } from '@app/server/platform/process/log';
import { type FreshDatabase, freshDatabase, fundAccounts, type Role } from '@app/testkit';
import { startPrivateServices } from '../services/private-services.ts';

/** Real services and a fresh ledger for one proof. */
export type Testbed = {
  readonly database: FreshDatabase;
  readonly app: Database;
  readonly transact: Transact;
  readonly ledger: Ledger;
  as(role: Role): Database;
  fund(userId: bigint, kind: UserKind, amount: string): Promise<void>;
};

/** Runs a proof on private services and always cleans up. */
export async function withTestbed<Value>(purpose: string, prove: (testbed: Testbed) => Promise<Value>): Promise<Value> {
  const services = await startPrivateServices(purpose);
  const opened: Database[] = [];
  try {
    return await prove(await prepareTestbed(services.urls.postgres, opened));
  } finally {
    await Promise.all(opened.map(({ close }) => close()));
    await services.stop();
  }
}

async function prepareTestbed(adminUrl: string, opened: Database[]): Promise<Testbed> {
  const database = await freshDatabase(adminUrl);
  const log = openLog('proof', 'silent');
  const as = (role: Role) => {
    const one = openDatabase({ url: database.urlOf(role), connectionsMax: 20 }, log);
    opened.push(one);
    return one;
  };
  const app = as('app');
  const transact = transactOn(app.db);
  const ledger = createLedger(await claimWriter(app.db));
  const fund: Testbed['fund'] = async (userId, kind, amount) => {
    await fundAccounts(database, 'real', [{ userId, kind, currency: 'USDT', amount }]);
  };
  return { database, app, transact, ledger, as, fund };
}
