import { externalAccount, move, type UserKind, userAccount } from '@app/domain/ledger';
import { type Amount, parseDecimal } from '@app/money';
import { createLedger, type Ledger } from '@app/server/modules/ledger';
import { type Database, openDatabase } from '@app/server/platform/db/database';
import { type Transact, transactOn } from '@app/server/platform/db/transact';
import { claimWriter } from '@app/server/platform/db/writer';
import { openLog } from '@app/server/platform/process/log';
import { type FreshDatabase, freshDatabase, type Role } from '@app/testkit';
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
  const nextId = await claimWriter(app.db);
  const ledger = createLedger(nextId);
  const fund: Testbed['fund'] = async (userId, kind, amount) => {
    const from = externalAccount('proof', 'USDT');
    const to = userAccount(userId, kind, 'USDT');
    await ledger.open(app.db, 'real', [from, to]);
    const entries = move(parseDecimal<Amount>(amount), from, to);
    await transact((tx) => ledger.post(tx, [{ kind: 'proof.fund', ref: String(nextId()), mode: 'real', entries }]));
  };
  return { database, app, transact, ledger, as, fund };
}
