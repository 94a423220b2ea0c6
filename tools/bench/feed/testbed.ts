import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { freshDatabase } from '@app/testkit';
import pg from 'pg';
import { REPOSITORY } from '../../dev/processes.ts';
import { startPrivateNats } from '../../services/nats.ts';
import { freePorts } from '../../services/places.ts';
import { startProcess } from '../../stack/process.ts';
import { startPrivatePostgres } from '../../torture/private-postgres.ts';
import { cpuMsOf } from '../spot/meter.ts';

const COMMIT_DELAY_US = 30_000;

/** Private servers on which every market trades around the clock. */
export type Testbed = {
  readonly natsUrl: string;
  startFeed(): Promise<Child>;
  startGateway(): Promise<Child>;
  /** Makes each commit as slow as on a slow disk, so that kills often hit one in progress. */
  slowCommits(): Promise<void>;
  /** Kills PostgreSQL with `kill -9` and restarts it on the same data. */
  crashPostgres(): Promise<number>;
  /** Queries as an administrator, each time on a new connection, because the server is killed now and then. */
  query<Row extends pg.QueryResultRow>(text: string): Promise<readonly Row[]>;
  stop(): Promise<void>;
};

export async function openTestbed(): Promise<Testbed> {
  const postgres = await startPrivatePostgres('bench-feed');
  const nats = await startPrivateNats('bench-feed-nats');
  const stop = async () => {
    await nats.stop();
    await postgres.stop();
  };
  try {
    const database = await freshDatabase(postgres.adminUrl);
    const query = <Row extends pg.QueryResultRow>(text: string) => queryRows<Row>(database.urlOf('postgres'), text);
    await query(`update market set hours = 'always'`);
    const MASTER_KEYS = `bench:${randomBytes(32).toString('hex')}`;
    const common = {
      PUSH_BUS_KEY: nats.secrets.pushKey,
      DEPLOYMENT: 'development',
      LOG_LEVEL: 'info',
      MASTER_KEYS,
      FEED_SEED: 'a bench has a seed of its own',
    };
    const start = (name: 'feed' | 'gateway', DATABASE_URL: string) =>
      startChild({
        name,
        folder: postgres.folder,
        environment: { ...common, NATS_URL: nats.urls[name], DATABASE_URL },
      });
    return {
      natsUrl: nats.urls.gateway,
      startFeed: () => start('feed', database.urlOf('feed')),
      startGateway: () => start('gateway', database.urlOf('gateway')),
      slowCommits: async () => {
        await query(`alter system set commit_delay = ${COMMIT_DELAY_US}`);
        await query('alter system set commit_siblings = 0');
        await query('select pg_reload_conf()');
      },
      crashPostgres: postgres.crash,
      query,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function queryRows<Row extends pg.QueryResultRow>(
  connectionString: string,
  text: string,
): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {}); // Its query rejects as well.
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** One of our processes, started as the bench's own child: it can be measured and killed. */
export type Child = {
  readonly pid: number;
  readonly port: number;
  /** CPU time so far, in milliseconds of one core. */
  cpuMs(): number;
  end(signal: NodeJS.Signals): Promise<void>;
};

type ChildPlan = {
  readonly name: 'feed' | 'gateway';
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
};

/** Starts a process and waits until it listens. It ends with the bench, however that ends. */
async function startChild({ name, folder, environment }: ChildPlan): Promise<Child> {
  const { postgres: port } = await freePorts();
  const started = await startProcess({
    name,
    program: join(REPOSITORY, `apps/server/src/bin/${name}.ts`),
    port,
    environment: { ...environment, [name === 'gateway' ? 'HTTP_PORT' : 'HEALTH_PORT']: String(port) },
    logFile: join(folder, `${name}-${port}.log`),
  });
  const pid = started.pid() ?? 0;
  return { pid, port, cpuMs: () => cpuMsOf(pid), end: started.stop };
}
