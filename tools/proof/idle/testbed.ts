import { join } from 'node:path';
import { externalAccount, move } from '@app/domain/ledger';
import { ladderAccount } from '@app/domain/spot';
import { type Amount, divide, floorTo, parseDecimal } from '@app/money';
import { createLedger } from '@app/server/modules/ledger';
import { createSimulator, readMarkets } from '@app/server/modules/market';
import { openDatabase } from '@app/server/platform/db/database';
import { transactOn } from '@app/server/platform/db/transact';
import { claimWriter } from '@app/server/platform/db/writer';
import { openLog } from '@app/server/platform/process/log';
import { type FreshDatabase, freshDatabase, type Role } from '@app/testkit';
import { REPOSITORY } from '../../dev/processes.ts';
import { masterKeysOf } from '../../services/master-keys.ts';
import { freePorts } from '../../services/places.ts';
import { startPrivateServices } from '../../services/private-services.ts';
import { type StackProcess, startProcess } from '../../stack/process.ts';

const SEED = 'an hour when nobody trades';
/** Value of each side of a market's house ladder, in the quote currency. */
const FUNDING = parseDecimal<Amount>('5000000');

export type IdleTestbed = {
  readonly database: FreshDatabase;
  readonly natsUrl: string;
  /** Process id of the PostgreSQL parent, whose children do the work. */
  readonly postgresPid: number;
  /** Number of spot markets. */
  readonly markets: number;
  startFeed(): Promise<StackProcess>;
  startEngine(): Promise<StackProcess>;
  stop(): Promise<void>;
};

/** Starts private services and a house that is funded in both modes. */
export async function openIdleTestbed(): Promise<IdleTestbed> {
  const services = await startPrivateServices('proof-idle');
  const database = await freshDatabase(services.urls.postgres);
  const processes: StackProcess[] = [];
  const start = async (name: string, role: Role, program: string) => {
    const { postgres: port } = await freePorts();
    const environment = {
      DEPLOYMENT: 'development',
      LOG_LEVEL: 'info',
      NATS_URL: services.urls.nats,
      MASTER_KEYS: masterKeysOf(services.folder),
      FEED_SEED: SEED,
      HEALTH_PORT: String(port),
      DATABASE_URL: database.urlOf(role),
    };
    const logFile = join(services.folder, `${name}-${port}.log`);
    const started = await startProcess({ name, program: join(REPOSITORY, program), port, environment, logFile });
    processes.push(started);
    return started;
  };
  return {
    database,
    natsUrl: services.urls.nats,
    markets: await fundRealLadders(database),
    postgresPid: services.running.find(({ name }) => name === 'postgres')?.pid ?? 0,
    startFeed: () => start('feed', 'feed', 'tools/proof/idle/venue-feed.ts'),
    startEngine: () => start('engine', 'engine', 'apps/server/src/bin/engine.ts'),
    stop: async () => {
      await Promise.all(processes.map((it) => it.stop()));
      await services.stop();
    },
  };
}

/** Funds the house in real mode; the demo house funds itself. */
async function fundRealLadders(database: FreshDatabase): Promise<number> {
  const { db, close } = openDatabase({ url: database.urlOf('app'), name: 'proof' }, openLog('proof', 'silent'));
  const markets = await readMarkets(db);
  const prices = new Map(
    createSimulator({ markets, seed: SEED })
      .take(Date.now())
      .map((it) => [it.market, it.price]),
  );
  const ledger = createLedger(await claimWriter(db));
  const spot = markets.filter(({ products }) => products.includes('spot'));
  const entries = spot.flatMap(({ id, base, quote, lot }) => {
    const price = prices.get(id);
    const much = price === undefined ? lot : floorTo<Amount>(divide(FUNDING, price, 'down'), lot);
    return [
      ...move(much, externalAccount('proof', base), ladderAccount(id, base)),
      ...move(FUNDING, externalAccount('proof', quote), ladderAccount(id, quote)),
    ];
  });
  const accounts = entries.map(({ account }) => account);
  await ledger.open(db, 'real', accounts);
  const transact = transactOn(db);
  await transact((tx) => ledger.post(tx, [{ kind: 'proof.fund', ref: 'ladders', mode: 'real', entries }]));
  await close();
  return spot.length;
}
