import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { othersCanReach, unprivilegedAccount } from './unprivileged.ts';

const REPOSITORY = resolve(import.meta.dirname, '../..');

export type Ports = { postgres: number; nats: number; redis: number };

const FIRST_PORT = 13_080;
const FIRST_PORT_MAX = 62_000; // The others are up to 3,299 above it.

/** Returns the edge's port. It is the only setting: all other ports of a clone are at a fixed offset from it. */
export function firstPort(environment: NodeJS.ProcessEnv = process.env): number {
  const port = Number(environment.TIDEMARK_PORT ?? FIRST_PORT);
  if (Number.isInteger(port) && port >= 1024 && port <= FIRST_PORT_MAX) return port;
  throw new Error(`TIDEMARK_PORT is ${environment.TIDEMARK_PORT}: it must be a number from 1024 to ${FIRST_PORT_MAX}`);
}

/** Returns fixed ports, so that a developer's tools find them. */
export function developmentPorts(environment: NodeJS.ProcessEnv = process.env): Ports {
  const moved = firstPort(environment) - FIRST_PORT;
  return { postgres: 15_432 + moved, nats: 14_222 + moved, redis: 16_379 + moved };
}

/** Returns free ports for tests and rigs, so that two runs on one machine never conflict. */
export async function freePorts(): Promise<Ports> {
  const [postgres, nats, redis] = (await freePortList(3)) as [number, number, number]; // Three were requested.
  return { postgres, nats, redis };
}

/** Returns `count` distinct free ports by holding all until the last is known. */
export async function freePortList(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, listenAnywhere));
  await Promise.all(servers.map(({ close }) => close()));
  return servers.map(({ port }) => port);
}

async function listenAnywhere() {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { port, close: () => new Promise<void>((done) => server.close(() => done())) };
}

/** Returns the data folder: in the clone, or in /var/tmp if PostgreSQL's account cannot reach the clone. */
export function dataFolder(name: string, environment: NodeJS.ProcessEnv = process.env): string {
  const wanted = environment.TIDEMARK_DATA ?? join(REPOSITORY, '.services');
  const reachable = unprivilegedAccount() === undefined || othersCanReach(wanted);
  const mark = createHash('sha256').update(REPOSITORY).digest('hex').slice(0, 8);
  const folder = join(reachable ? wanted : `/var/tmp/tidemark-${mark}`, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Returns this data folder's master key, created once so that data sealed earlier stays readable. */
export function masterKeysOf(folder: string): string {
  const file = join(folder, 'master-keys');
  if (!existsSync(file)) writeFileSync(file, `local:${randomBytes(32).toString('hex')}`, { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}
