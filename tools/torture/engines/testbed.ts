import { createSecretKey } from 'node:crypto';
import { join } from 'node:path';
import { createEngineClient } from '@app/server/engine/client';
import { openBus } from '@app/server/platform/bus/bus';
import { openLog } from '@app/server/platform/process/log';
import { type FreshDatabase, freshDatabase } from '@app/testkit';
import { startPrivateNats } from '../../services/nats.ts';
import type { PrivatePostgres } from '../private-postgres.ts';
import { withClient } from '../rig.ts';
import { runClients } from './clients.ts';
import { startCommitProxy } from './commit-proxy.ts';
import { EngineCluster } from './engine-cluster.ts';
import type { Target } from './faults.ts';
import { startFeed } from './feed.ts';
import { Findings } from './findings.ts';
import { breakOff, type Load, newLoad } from './load.ts';
import { type AnyIntent, type OrderLog, openOrderLog } from './order-log.ts';
import type { Prices } from './prices.ts';
import type { ProductRig } from './product-rig.ts';
import { stoodInOf } from './stand-ins.ts';

export type TestbedPlan = {
  /** Injected faults of the build, as `one+other`, or `none`. */
  readonly injectedFault: string;
  readonly engines: number;
  readonly clients: number;
  readonly seed: number;
};

/** Private database and bus of one run, its engines, and its trading clients. */
export type AnyTestbed = Target & {
  readonly database: FreshDatabase;
  readonly prices: Prices;
  /** Counts of what happened and the tables do not show. */
  readonly happened: Map<string, number>;
  /** What a run finds before its audit. */
  readonly findings: Findings;
  readonly files: readonly string[];
  /** Stops the clients after their last request is settled. */
  endTrading(): Promise<void>;
};

export type Testbed<Intent extends AnyIntent, Answer> = AnyTestbed & {
  readonly load: Load<Intent, Answer>;
  readonly clients: number;
  /** Opens a log for an additional client; the audit reads it with the others. */
  openLog(): OrderLog<Intent, Answer>;
};

/** Runs `work` on a testbed. Clients trade from the start: they are refused until an engine is ready. */
export async function withTestbed<Intent extends AnyIntent, Answer, Value>(
  postgres: PrivatePostgres,
  plan: TestbedPlan,
  rig: ProductRig<Intent, Answer>,
  work: (testbed: Testbed<Intent, Answer>) => Promise<Value>,
): Promise<Value> {
  await using cleanUp = new AsyncDisposableStack();
  const { injectedFault, clients, seed } = plan;
  const [shard] = rig.shards;
  const database = await freshDatabase(postgres.adminUrl);
  await rig.prepare(database, clients);
  await sabotageTables(database, injectedFault, rig.builds.tables ?? {});
  const bus = await startPrivateNats(`${rig.name}-${injectedFault}`);
  cleanUp.defer(() => bus.stop());
  const url = new URL(database.urlOf('engine'));
  const proxy = await startCommitProxy(new URL(url), shard);
  cleanUp.defer(() => proxy.close());
  url.port = String(proxy.port);
  const cluster = new EngineCluster({
    url: url.href,
    nats: bus,
    injectedFault,
    builds: rig.builds.file,
    stoodInMin: stoodInOf(injectedFault, rig.builds),
    names: ['a', 'b', 'c'].slice(0, plan.engines),
    logFile: join(postgres.folder, `engines-${injectedFault}.log`),
    compiled: join(postgres.folder, 'compiled'),
  });
  cleanUp.defer(() => cluster.stop());
  const clientBus = openBus({
    url: bus.urls.api,
    name: 'api',
    log: openLog('torture', 'silent'),
    engineKeys: [createSecretKey(bus.secrets.engineKey, 'hex')],
  });
  await clientBus.opened();
  cleanUp.defer(() => clientBus.close());
  const load = newLoad(rig.orders(createEngineClient(clientBus)));
  const prices = rig.openPrices(seed);
  const feedPlan = { database, natsUrl: bus.urls.feed, markets: rig.markets, prices };
  const feed = await startFeed({ ...feedPlan, isQuiet: () => load.isGated });
  cleanUp.defer(() => feed.stop());
  const files: string[] = [];
  const openLogFile = () => {
    files.push(join(postgres.folder, `${database.name}-${files.length}.log`));
    return openOrderLog<Intent, Answer>(files.at(-1) ?? '');
  };
  const happened = new Map<string, number>();
  const trading = runClients(load, {
    count: clients,
    seed,
    restMsMax: rig.restMsMax,
    openClient: (number, below) => rig.openClient({ number, below, prices, happened }),
    openLog: openLogFile,
  });
  const endTrading = async () => {
    load.stopping = true;
    await trading;
  };
  cleanUp.defer(async () => {
    breakOff(load, 'the run is over'); // Requests still in flight are abandoned.
    await trading;
  });
  const servers = { shard, postgres, database, bus, proxy, cluster };
  const notes = { happened, findings: new Findings(), files };
  return await work({ ...servers, ...notes, load, prices, clients, openLog: openLogFile, endTrading });
}

async function sabotageTables(
  database: FreshDatabase,
  injectedFault: string,
  tables: Readonly<Record<string, string>>,
): Promise<void> {
  await withClient(database.urlOf('postgres'), async (root) => {
    for (const change of injectedFault.split('+').flatMap((fault) => tables[fault] ?? [])) await root.query(change);
  });
}
