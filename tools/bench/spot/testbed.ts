import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { spotShard } from '@app/domain/spot';
import { type FreshDatabase, freshDatabase } from '@app/testkit';
import pg from 'pg';
import { REPOSITORY } from '../../dev/processes.ts';
import { type PrivateNats, startPrivateNats } from '../../services/nats.ts';
import { freePorts } from '../../services/places.ts';
import { startProcess } from '../../stack/process.ts';
import { type PrivatePostgres, startPrivatePostgres } from '../../torture/private-postgres.ts';
import { openClient, type SpotClient } from './client.ts';
import { MARKETS } from './mix.ts';

/** Database with its users, an engine that owns its shards, and a client. */
export type Arena = {
  readonly root: pg.Pool;
  readonly database: FreshDatabase;
  readonly nats: PrivateNats;
  readonly engine: EngineChild;
  readonly client: SpotClient;
  /** Starts one more engine beside it. */
  startEngine(): Promise<EngineChild>;
  stop(): Promise<void>;
};

export const SHARD = spotShard('demo');

export const openPostgres = (settings: Record<string, string> = {}): Promise<PrivatePostgres> =>
  startPrivatePostgres('bench-spot', settings);

/** Starts a separate engine on a separate bus, so that two arenas never interfere. */
export async function openArena(
  postgres: PrivatePostgres,
  users: number,
  fill: (root: pg.Pool) => Promise<void> = async () => {},
): Promise<Arena> {
  const { database, root } = await openUsers(postgres, users);
  await fill(root);
  const nats = await startPrivateNats(`bench-spot-nats-${database.name}`);
  const plan = { folder: postgres.folder, databaseUrl: database.urlOf('engine'), nats };
  const engine = await startEngine(plan);
  await untilOwner([engine], SHARD);
  const client = await openClient(nats);
  const stop = async () => {
    await client.close();
    await engine.stop();
    await root.end();
    await nats.stop();
  };
  return { root, database, nats, engine, client, startEngine: () => startEngine(plan), stop };
}

export async function openUsers(postgres: PrivatePostgres, users: number) {
  const database = await freshDatabase(postgres.adminUrl);
  const root = new pg.Pool({ connectionString: database.urlOf('postgres'), max: 2 });
  root.on('error', () => {}); // Its query rejects as well.
  await prepareUsers(root, users);
  return { database, root };
}

/** Additional users, three per market, who act only when the bench makes them: one for each case of `isolation.ts`. */
const EXTRAS = 3 * MARKETS.length;

/**
 * Gives every user a million of both currencies of their market. Written directly, because it is not part of the
 * measurement.
 */
export async function prepareUsers(root: pg.Pool | pg.Client, users: number): Promise<void> {
  const bases = MARKETS.map(({ base }) => base);
  const everybody = users + EXTRAS;
  const owners = `select 'user:' || n as owner, c.currency from generate_series(1, $1) n
    cross join lateral (values ('USDT'), (($2::text[])[(n - 1) % ${bases.length} + 1])) as c (currency)`;
  await root.query(
    `insert into ledger_account (owner, kind, currency, book, floored, floor, available)
     select owner, 'exchange', currency, 'demo', true, 0, 1000000 from (${owners}) o`,
    [everybody, bases],
  );
  await root.query('vacuum analyze'); // Now, so that autovacuum does not run during a round.
}

/** Engine as a separate process, as in production. */
export type EngineChild = { readonly pid: number; readonly port: number; stop(): Promise<void> };

type EnginePlan = {
  readonly folder: string;
  readonly databaseUrl: string;
  readonly nats: PrivateNats;
};

const OWNER_MS_MAX = 60_000;

/** Starts an engine. It ends with the bench, however that ends. */
async function startEngine({ folder, databaseUrl, nats }: EnginePlan): Promise<EngineChild> {
  const { postgres: port } = await freePorts();
  const started = await startProcess({
    name: 'engine',
    program: join(REPOSITORY, 'apps/server/src/bin/engine.ts'),
    port,
    environment: {
      DEPLOYMENT: 'development',
      DATABASE_URL: databaseUrl,
      NATS_URL: nats.urls.engine,
      ENGINE_BUS_KEY: nats.secrets.engineKey,
      PUSH_BUS_KEY: nats.secrets.pushKey,
      HEALTH_PORT: String(port),
      NODE_OPTIONS: process.env.NODE_OPTIONS ?? '',
    },
    logFile: join(folder, `engine-${port}.log`),
  });
  return { pid: started.pid() ?? 0, port, stop: started.stop };
}

/** Waits until one of the engines owns a shard, and has loaded its state. */
export async function untilOwner(
  engines: readonly EngineChild[],
  shard: string,
  withinMs = OWNER_MS_MAX,
): Promise<EngineChild> {
  for (const deadlineMs = Date.now() + withinMs; ; await pause(50)) {
    for (const engine of engines) if ((await leaseOf(engine, shard)) === 'owner') return engine;
    if (Date.now() > deadlineMs) throw new Error(`no engine owns ${shard}`);
  }
}

type Described = { readonly shards?: readonly { readonly name: string; readonly lease: string }[] };

/** Returns an engine's role in a shard, as its health says; undefined if it does not answer. */
async function leaseOf({ port }: EngineChild, shard: string): Promise<string | undefined> {
  const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined); // Not listening yet.
  const { shards = [] } = ((await answer?.json()) ?? {}) as Described; // The engine's own format.
  return shards.find(({ name }) => name === shard)?.lease;
}
