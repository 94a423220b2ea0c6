import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findBinary } from './binaries.ts';
import { type Answer, launch, type Service } from './launch.ts';
import { readAnswer } from './listening.ts';
import { freePorts } from './places.ts';
import { openRunFolder } from './run-folder.ts';

/** Configuration that operators use as well: one user per process, with its permissions. */
const NATS_CONFIG = resolve(import.meta.dirname, '../../apps/server/nats/nats.conf');

/** Processes that have a user in the configuration. */
export const BUS_USERS = ['api', 'gateway', 'engine', 'feed', 'worker'] as const;
export type BusUser = (typeof BUS_USERS)[number];

/** Secrets of the bus of one data folder. */
export type BusSecrets = {
  readonly passwords: Readonly<Record<BusUser | 'test', string>>;
  readonly engineKey: string;
  readonly pushKey: string;
};

/** Returns the bus secrets of this data folder, created once so that a restarted server knows the same users. */
export function busSecretsOf(folder: string): BusSecrets {
  const file = join(folder, 'bus-secrets.json');
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(newBusSecrets()), { mode: 0o600 });
  return JSON.parse(readFileSync(file, 'utf8')) as BusSecrets; // Written above.
}

function newBusSecrets(): BusSecrets {
  // NATS reads a value that begins with a digit as a number.
  const passwords = Object.fromEntries(
    [...BUS_USERS, 'test'].map((user) => [user, `p${randomBytes(24).toString('hex')}`]),
  );
  return {
    passwords: passwords as BusSecrets['passwords'], // One for each user.
    engineKey: randomBytes(32).toString('hex'),
    pushKey: randomBytes(32).toString('hex'),
  };
}

export type NatsOptions = {
  /** Adds a user `test` that may use every subject: what a stranger could do on a server without permissions. */
  readonly hasTestUser?: boolean;
  /** Changes the shipped configuration as an operator would. */
  readonly changeConfig?: (text: string) => string;
};

/** Starts a private NATS with the shipped configuration, core only: no persistent data is stored there. */
export function startNats(folder: string, port: number, options: NatsOptions = {}): Promise<Service> {
  const serverName = randomUUID();
  const { passwords } = busSecretsOf(folder);
  const environment = BUS_USERS.map((user) => [`NATS_${user.toUpperCase()}_PASSWORD`, passwords[user]]);
  const config = writeConfig(folder, passwords.test, options);
  return launch({
    name: 'nats',
    product: 'NATS',
    binary: findBinary('nats-server'),
    args: ['-c', config, '-a', '127.0.0.1', '-p', String(port), '--name', serverName],
    environment: Object.fromEntries(environment),
    port,
    logFile: logFileOf(folder),
    stopSignal: 'SIGTERM',
    whoAnswers: () => whoAnswers(port, serverName),
  });
}

const logFileOf = (folder: string) => join(folder, 'nats.log');

/** Returns the shipped configuration, or a changed copy of it. */
function writeConfig(folder: string, password: string, { hasTestUser = false, changeConfig }: NatsOptions): string {
  if (!hasTestUser && changeConfig === undefined) return NATS_CONFIG;
  const file = join(folder, 'nats.conf');
  const shipped = readFileSync(NATS_CONFIG, 'utf8');
  const users = `users: [\n    { user: test, password: ${password} }`;
  const text = hasTestUser ? shipped.replace('users: [', users) : shipped;
  writeFileSync(file, changeConfig?.(text) ?? text, { mode: 0o600 });
  return file;
}

/** Returns the address of each user on a server that was started in this folder. */
export function natsUrlsOf(folder: string, port: number): Readonly<Record<BusUser | 'test', string>> {
  const { passwords } = busSecretsOf(folder);
  const urls = Object.entries(passwords).map(([user, password]) => [
    user,
    `nats://${user}:${password}@127.0.0.1:${port}`,
  ]);
  return Object.fromEntries(urls) as Record<BusUser | 'test', string>; // Same keys.
}

/** NATS of one rig or bench: its own folder and port, removed when it stops. */
export type PrivateNats = {
  readonly urls: Readonly<Record<BusUser, string>>;
  readonly secrets: BusSecrets;
  /** How often the server has refused a user's credentials. */
  countRefusals(): number;
  /** Sends `kill -9` and starts a new one on the same port. */
  crash(): Promise<void>;
  stop(): Promise<void>;
};

export async function startPrivateNats(purpose: string, options: NatsOptions = {}): Promise<PrivateNats> {
  const folder = openRunFolder(purpose);
  const { nats: port } = await freePorts();
  let service = await startNats(folder, port, options);
  return {
    urls: natsUrlsOf(folder, port),
    secrets: busSecretsOf(folder),
    countRefusals: () => readFileSync(logFileOf(folder), 'utf8').split('authentication error').length - 1,
    crash: async () => {
      await service.kill();
      service = await startNats(folder, port, options);
    },
    stop: async () => {
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Identifies the server by the NATS greeting `INFO {"server_name": …}`. */
async function whoAnswers(port: number, serverName: string): Promise<Answer> {
  const greeting = await readAnswer(port, '', (text) => text.includes('\n'));
  if (greeting === undefined || greeting === '') return 'nobody';
  return greeting.includes(`"server_name":"${serverName}"`) ? 'ours' : 'another';
}
