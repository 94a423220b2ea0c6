import { join } from 'node:path';
import { createEngineClient } from '@app/server/engine/engine-client';
import { openBus } from '@app/server/platform/bus';
import { openLog } from '@app/server/platform/log';
import { type FreshDatabase, freshDatabase } from '@app/testkit';
import type { PrivatePostgres } from '../private-postgres.ts';
import { type CommitProxy, startCommitProxy } from './commit-proxy.ts';
import { EngineCluster } from './engine-cluster.ts';
import { type FragileBus, startFragileBus } from './fragile-bus.ts';
import { fundTraders } from './fund-traders.ts';
import { breakOff, type Load, newLoad } from './load.ts';
import { trade } from './order-client.ts';
import { openOrderLog } from './order-log.ts';
import { type InjectedFault, SHARDS } from './terms.ts';

export type TestbedPlan = {
  readonly injectedFault: InjectedFault;
  readonly engines: number;
  readonly clients: number;
  readonly seed: number;
};

/** Private database and bus of one run, its engines, and its trading clients. */
export type Testbed = {
  readonly postgres: PrivatePostgres;
  readonly database: FreshDatabase;
  readonly bus: FragileBus;
  readonly proxy: CommitProxy;
  readonly cluster: EngineCluster;
  readonly load: Load;
  /** Opens a log for an additional client; the audit reads it with the others. */
  openLog(): ReturnType<typeof openOrderLog>;
  readonly files: readonly string[];
  /** Stops the clients after their last request is settled. */
  endTrading(): Promise<void>;
};

/** Runs `work` on a testbed. Clients trade from the start: they are refused until an engine is ready. */
export async function withTestbed<Value>(
  postgres: PrivatePostgres,
  plan: TestbedPlan,
  work: (testbed: Testbed) => Promise<Value>,
): Promise<Value> {
  await using cleanUp = new AsyncDisposableStack();
  const database = await freshDatabase(postgres.adminUrl);
  await fundTraders(database, plan.clients);
  const bus = await startFragileBus(`spot-${plan.injectedFault}`);
  cleanUp.defer(() => bus.stop());
  const url = new URL(database.urlOf('engine'));
  const proxy = await startCommitProxy(new URL(url), SHARDS.real);
  cleanUp.defer(() => proxy.close());
  url.port = String(proxy.port);
  const names = ['a', 'b', 'c'].slice(0, plan.engines);
  const logFile = join(postgres.folder, `engines-${plan.injectedFault}.log`);
  const cluster = new EngineCluster({
    url: url.href,
    natsUrl: bus.url,
    injectedFault: plan.injectedFault,
    names,
    logFile,
    compiled: join(postgres.folder, 'compiled'),
  });
  cleanUp.defer(() => cluster.stop());
  const clientBus = openBus(bus.url, 'torture', openLog('torture', 'silent'));
  await clientBus.opened();
  cleanUp.defer(() => clientBus.close());
  const load = newLoad(createEngineClient(clientBus));
  const files: string[] = [];
  const openLogFile = () => {
    files.push(join(postgres.folder, `${database.name}-${files.length}.log`));
    return openOrderLog(files.at(-1) ?? '');
  };
  const trading = startTrading(load, plan, openLogFile);
  const endTrading = async () => {
    load.stopping = true;
    await trading;
  };
  cleanUp.defer(async () => {
    breakOff(load, 'the run is over'); // Requests still in flight are abandoned.
    await trading;
  });
  return await work({ postgres, database, bus, proxy, cluster, load, openLog: openLogFile, files, endTrading });
}

/** Starts the clients. Every fifth trades in demo mode, as a user who also trades in real mode. */
async function startTrading(load: Load, { clients, seed }: TestbedPlan, open: Testbed['openLog']): Promise<void> {
  const traders = Array.from({ length: clients }, (_, n) => {
    const isDemo = n % 5 === 4;
    return { user: isDemo ? n : n + 1, mode: isDemo ? 'demo' : 'real', seed: seed + n + 1, log: open() } as const;
  });
  await Promise.all(traders.map((trader) => trade(load, trader)));
}
