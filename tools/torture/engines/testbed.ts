import { createSecretKey } from 'node:crypto';
import { join } from 'node:path';
import { createEngineClient, type Engine } from '@app/server/engine/client';
import { openBus } from '@app/server/platform/bus/bus';
import { openLog } from '@app/server/platform/process/log';
import { type FreshDatabase, freshDatabase } from '@app/testkit';
import { startPrivateNats } from '../../services/nats.ts';
import type { PrivatePostgres } from '../private-postgres.ts';
import { startCommitProxy } from './commit-proxy.ts';
import { EngineCluster } from './engine-cluster.ts';
import type { Target } from './faults.ts';
import { type FeedMarket, startFeed } from './feed.ts';
import { breakOff, type Load, type LoadProduct, newLoad } from './load.ts';
import { type AnyIntent, type OrderLog, openOrderLog } from './order-log.ts';

export type TestbedPlan<Fault extends string = string> = {
  readonly injectedFault: Fault;
  readonly engines: number;
  readonly clients: number;
  readonly seed: number;
};

/** What a product's rig adds to the engines, servers and logs that all rigs have. */
export type RigProduct<Intent extends AnyIntent, Answer, Market extends FeedMarket> = {
  readonly name: string;
  /** Shard at which faults are aimed. */
  readonly shard: string;
  /** Program of one engine, and the fewest stand-ins of a proper build of it. */
  readonly program: string;
  readonly stoodInMin: number;
  readonly markets: readonly Market[];
  ticksOf(market: Market, atMs: number): number;
  /** Whether the venues say nothing about a market. */
  isSilent?(market: Market): boolean;
  /** Prepares the database: users, money and rules. */
  prepare(database: FreshDatabase): Promise<void>;
  orders(engine: Engine): LoadProduct<Intent, Answer>;
  /** Runs the clients until the load is stopping. */
  trade(load: Load<Intent, Answer>, openLog: () => OrderLog<Intent, Answer>): Promise<void>;
};

/** Private database and bus of one run, its engines, and its trading clients. */
export type Testbed<Intent extends AnyIntent, Answer> = Target & {
  readonly database: FreshDatabase;
  readonly load: Load<Intent, Answer>;
  /** Opens a log for an additional client; the audit reads it with the others. */
  openLog(): OrderLog<Intent, Answer>;
  readonly files: readonly string[];
  /** Stops the clients after their last request is settled. */
  endTrading(): Promise<void>;
};

/** Runs `work` on a testbed. Clients trade from the start: they are refused until an engine is ready. */
export async function withTestbed<Intent extends AnyIntent, Answer, Market extends FeedMarket, Value>(
  postgres: PrivatePostgres,
  plan: TestbedPlan,
  product: RigProduct<Intent, Answer, Market>,
  work: (testbed: Testbed<Intent, Answer>) => Promise<Value>,
): Promise<Value> {
  await using cleanUp = new AsyncDisposableStack();
  const { shard, program, stoodInMin, markets, ticksOf } = product;
  const { injectedFault } = plan;
  const database = await freshDatabase(postgres.adminUrl);
  await product.prepare(database);
  const bus = await startPrivateNats(`${product.name}-${injectedFault}`);
  cleanUp.defer(() => bus.stop());
  const url = new URL(database.urlOf('engine'));
  const proxy = await startCommitProxy(new URL(url), shard);
  cleanUp.defer(() => proxy.close());
  url.port = String(proxy.port);
  const cluster = new EngineCluster({
    url: url.href,
    nats: bus,
    injectedFault,
    program,
    stoodInMin,
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
  const load = newLoad(product.orders(createEngineClient(clientBus)));
  const isQuiet = (market: Market) => load.isGated || product.isSilent?.(market) === true;
  const feed = await startFeed({ database, natsUrl: bus.urls.feed, markets, ticksOf, isQuiet });
  cleanUp.defer(() => feed.stop());
  const files: string[] = [];
  const openLogFile = () => {
    files.push(join(postgres.folder, `${database.name}-${files.length}.log`));
    return openOrderLog<Intent, Answer>(files.at(-1) ?? '');
  };
  const trading = product.trade(load, openLogFile);
  const endTrading = async () => {
    load.stopping = true;
    await trading;
  };
  cleanUp.defer(async () => {
    breakOff(load, 'the run is over'); // Requests still in flight are abandoned.
    await trading;
  });
  const servers = { shard, postgres, database, bus, proxy, cluster };
  return await work({ ...servers, load, openLog: openLogFile, files, endTrading });
}
