import { rmSync } from 'node:fs';
import { spotShard } from '@app/domain/spot';
import { type FreshDatabase, freshDatabase } from '@app/testkit';
import pg from 'pg';
import { startNats } from '../../services/nats.ts';
import { freePorts } from '../../services/places.ts';
import { openRunFolder } from '../../services/run-folder.ts';
import { type PrivatePostgres, startPrivatePostgres } from '../../torture/private-postgres.ts';
import { openClient, type SpotClient } from './client.ts';
import { type EngineChild, startEngine } from './engine-child.ts';
import { prepareUsers } from './users.ts';

/** Database with its users, an engine that owns its shards, and a client. */
export type Arena = {
  readonly root: pg.Pool;
  readonly database: FreshDatabase;
  readonly engine: EngineChild;
  readonly client: SpotClient;
  stop(): Promise<void>;
};

export const SHARD = spotShard('real');

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
  const nats = await openNats(database.name);
  const engine = await startEngine({
    folder: postgres.folder,
    databaseUrl: database.urlOf('engine'),
    natsUrl: nats.url,
  });
  const client = await openClient(nats.url);
  const stop = async () => {
    await client.close();
    await engine.stop();
    await root.end();
    await nats.stop();
  };
  return { root, database, engine, client, stop };
}

export async function openUsers(postgres: PrivatePostgres, users: number) {
  const database = await freshDatabase(postgres.adminUrl);
  const root = new pg.Pool({ connectionString: database.urlOf('postgres'), max: 2 });
  root.on('error', () => {}); // Its query rejects as well.
  await prepareUsers(root, users);
  return { database, root };
}

async function openNats(name: string) {
  const folder = openRunFolder(`bench-spot-nats-${name}`);
  const { nats: port } = await freePorts();
  const service = await startNats(folder, port);
  const stop = async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: `nats://127.0.0.1:${port}`, stop };
}
