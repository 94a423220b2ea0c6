import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { authSettings } from '@app/domain/auth';
import { seedArticles } from '@app/server/modules/content';
import { environmentFor } from '@app/server/platform/process/config';
import { type FreshDatabase, freshDatabase, type Role, setSettings } from '@app/testkit';
import { startDevChain } from '../chain/dev-chain.ts';
import { ADMIN, REPOSITORY, WEB } from '../dev/processes.ts';
import { startMailCatcher, startSmsCatcher } from '../services/catchers.ts';
import { type BusUser, busSecretsOf, startNats } from '../services/nats.ts';
import { dataFolder, freePortList, masterKeysOf } from '../services/places.ts';
import { type PrivateServices, startPrivateServices } from '../services/private-services.ts';
import { startRedis } from '../services/redis.ts';
import { buildAdmin } from './build-web.ts';
import { type StackProcess, startProcess } from './process.ts';

/** URLs of a running stack: all that journeys, page checks and API checks need. */
export type StackUrls = {
  readonly edgeUrl: string;
  /** Where staff open the back office, in a stack that serves it, by a host name, to which passkeys are bound. */
  readonly adminUrl: string;
  /** Direct URLs that bypass the edge, as its proxy uses them: the APIs trust the client address in the header. */
  readonly apiUrls: readonly string[];
  readonly mailsUrl: string;
  readonly smsUrl: string;
  readonly redisUrl: string;
  /** Administrator of the cluster. */
  readonly postgresUrl: string;
  /** The product's database for its owner: role migrate. */
  readonly ownerUrl: string;
  /** The local chain on which users deposit, in a stack that has one. */
  readonly chain?: { readonly url: string; readonly usdt: `0x${string}` } | undefined;
  /** Log folder of the processes. */
  readonly folder: string;
};

/** Whole product on private services and ports: for journeys and for rigs that kill parts of it. */
export type Stack = StackUrls & {
  readonly database: FreshDatabase;
  readonly processes: readonly StackProcess[];
  /** PostgreSQL, NATS and Redis. */
  readonly services: readonly { readonly name: string; readonly pid: number }[];
  /** Sends `kill -9` to NATS or Redis and restarts it on the same port. */
  killService(name: 'nats' | 'redis'): Promise<void>;
  stop(): Promise<void>;
};

export type StackShape = {
  readonly apis: number;
  readonly gateways: number;
  /** One feed produces prices, the others are standbys; without any there are no prices. */
  readonly feeds?: number;
  /** One engine owns trading in each mode, the others are standbys; without any there is no trading. */
  readonly engines?: number;
  /** The back office is served, on an origin of its own. */
  readonly admin?: boolean;
  /** A local chain, and a custody that follows it. */
  readonly chain?: boolean;
  /** Restarts a process when one of its files changes: for a developer's stack. */
  readonly restartsOnChange?: true;
  /** Overrides for every process, on top of the stack's environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Overrides for the edge only. */
  readonly edgeEnvironment?: Readonly<Record<string, string>>;
  /** Settings of the product by key, encoded, in force from the start. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Settings of PostgreSQL on top of the usual ones. */
  readonly postgres?: Readonly<Record<string, string>>;
};

export async function startStack(purpose: string, shape: StackShape): Promise<Stack> {
  if (shape.admin) buildAdmin();
  const services = await startPrivateServices(purpose, { postgres: shape.postgres });
  const stops: (() => Promise<unknown>)[] = [() => services.stop()];
  const stop = async () => {
    for (const fault of readOwnFaults(services.folder)) console.error(fault);
    const denials = findLogLines(services.folder, DENIED);
    for (const each of stops) await each();
    if (denials.length > 0) throw new Error(`nats.conf denies what the code uses: ${denials.join()}`);
  };
  try {
    return await build(services, shape, stops, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A journey waits for its deposit; an operator's nodes are asked more rarely. */
const CUSTODY_POLL_MS = 1_000;

async function build(
  services: PrivateServices,
  shape: StackShape,
  stops: (() => Promise<unknown>)[],
  stop: () => Promise<void>,
): Promise<Stack> {
  const database = await freshDatabase(services.urls.postgres);
  await seedArticles(database.urlOf('migrate'));
  await setSettings(database, { ...MANY_CODES, ...shape.settings });
  const mails = await startMailCatcher({ smtpPort: 0, httpPort: 0 });
  stops.unshift(() => mails.stop());
  const texts = await startSmsCatcher(0);
  stops.unshift(() => texts.stop());
  const chain = shape.chain ? await startDevChain({}, services.folder) : undefined;
  if (chain !== undefined) stops.unshift(chain.stop);
  const plan = planProcesses(shape);
  const ports = await freePortList(plan.length + 3);
  const edgePort = ports.at(-1) ?? 0;
  const adminPort = ports.at(-2) ?? 0;
  const custodyPort = ports.at(-3) ?? 0;
  const adminUrl = `http://localhost:${adminPort}`;
  const { engineKey, pushKey } = busSecretsOf(services.folder);
  const common = {
    DEPLOYMENT: 'development',
    LOG_LEVEL: 'info',
    ENGINE_BUS_KEY: engineKey,
    PUSH_BUS_KEY: pushKey,
    REDIS_URL: services.urls.redis,
    TRUSTED_PROXIES: '127.0.0.1',
    MASTER_KEYS: masterKeysOf(services.folder),
    MEDIA_FOLDER: join(services.folder, 'media'),
    PUBLIC_URL: `http://localhost:${edgePort}`,
    ADMIN_URL: adminUrl,
    ADMIN_FOLDER: join(ADMIN, 'dist'),
    FEED_SEED: randomUUID(),
    FEED_TICK_EVERY_MS: '500', // The house offers nothing while no block has arrived for two seconds.
    SOFT_LIMIT_REQUESTS: '1000000',
    SOFT_LIMIT_USER_REQUESTS: '1000000',
    SOCKETS_PER_ADDRESS: '1000000',
    HANDSHAKES_PER_ADDRESS: '1000000',
    SMTP_URL: mails.smtpUrl,
    SMS_URL: texts.sendUrl,
    NODE_COMPILE_CACHE: dataFolder('compile-cache'),
    ...shape.environment,
  };
  const processes: StackProcess[] = [];
  stops.unshift(() => Promise.all(processes.map((each) => each.stop())));
  const start = async (
    name: BusUser | 'edge' | 'admin' | 'custody',
    role: Role,
    port: number,
    more: Record<string, string> = {},
  ) => {
    const hasNoBus = name === 'edge' || name === 'admin' || name === 'custody';
    const bus = hasNoBus ? {} : { NATS_URL: services.urls.natsUsers[name] };
    const servesOthers = name === 'edge' || name === 'admin' || name === 'api' || name === 'gateway'; // Their health is on any free port.
    const listening = servesOthers ? { HTTP_PORT: String(port) } : { HEALTH_PORT: String(port) };
    const started = await startProcess({
      name,
      program: join(REPOSITORY, `apps/server/src/bin/${name}.ts`),
      ...(shape.restartsOnChange && { nodeOptions: ['--watch'] }),
      port,
      environment: environmentFor(name, {
        ...common,
        ...bus,
        ...listening,
        DATABASE_URL: database.urlOf(role),
        ...more,
      }),
      logFile: join(services.folder, `${name}-${port}.log`),
    });
    processes.push(started);
  };
  const planned = plan.map(({ name, role }, index) => ({ name, role, port: ports[index] ?? 0 }));
  await allStarted(planned.map(({ name, role, port }) => start(name, role, port)));
  if (shape.admin) await start('admin', 'admin', adminPort);
  if (chain !== undefined)
    await start('custody', 'custody', custodyPort, { ...chain.environment, CUSTODY_POLL_MS: String(CUSTODY_POLL_MS) });
  const urlsOf = (wanted: string) =>
    planned.filter(({ name }) => name === wanted).map(({ port }) => `http://127.0.0.1:${port}`);
  const apiUrls = urlsOf('api');
  await start('edge', 'app', edgePort, {
    API_URLS: apiUrls.join(','),
    GATEWAY_URLS: urlsOf('gateway').join(','),
    WEB_FOLDER: join(WEB, 'dist'),
    TRUSTED_PROXIES: '', // No proxy in front of it.
    ...shape.edgeEnvironment,
  });
  return {
    edgeUrl: `http://127.0.0.1:${edgePort}`,
    adminUrl,
    apiUrls,
    mailsUrl: mails.httpUrl,
    smsUrl: texts.httpUrl,
    redisUrl: services.urls.redis,
    postgresUrl: services.urls.postgres,
    ownerUrl: database.urlOf('migrate'),
    database,
    processes,
    chain: chain && { url: chain.url, usdt: chain.usdt },
    services: services.running.map(({ name, pid }) => ({ name, pid })),
    folder: services.folder,
    killService: (name) => killService(services, name),
    stop,
  };
}

/** Lists all processes behind the edge. */
function planProcesses({ apis, gateways, feeds = 0, engines = 0 }: StackShape): { name: BusUser; role: Role }[] {
  const several = (count: number, name: BusUser, role: Role) => Array.from({ length: count }, () => ({ name, role }));
  return [
    ...several(apis, 'api', 'app'),
    ...several(gateways, 'gateway', 'gateway'),
    ...several(feeds, 'feed', 'feed'),
    ...several(engines, 'engine', 'engine'),
    ...several(1, 'worker', 'worker'),
  ];
}

/** Reports a failure only after all starts have settled, so that stopping finds every process. */
async function allStarted(starts: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(starts);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

const again = { nats: startNats, redis: startRedis };

async function killService(services: PrivateServices, name: 'nats' | 'redis'): Promise<void> {
  const index = services.running.findIndex((service) => service.name === name);
  const service = services.running[index];
  if (service === undefined) throw new Error(`${name} is not ours to kill`);
  await service.kill();
  services.running[index] = await again[name](services.folder, service.port);
}

const { key, codec } = authSettings.codeLimits.address;

/**
 * Raises the code limit: all journeys and checks register from one address, which is otherwise limited to a hundred
 * codes an hour.
 */
const MANY_CODES = { [key]: codec.encode({ count: 5_000, seconds: 3_600 }) };

/** Log message of the server's catch-all handler for internal errors. */
const FAULT = '"http.request_failed"';
const SHOWN_MAX = 5;

/** Log message of a process that may not use a subject of the bus. */
const DENIED = '"bus.permission_denied"';

/** Returns the servers' log lines about `internal` responses, so that a rig that fails on one can show the cause. */
export const readOwnFaults = (folder: string): string[] => findLogLines(folder, FAULT);

function findLogLines(folder: string, message: string): string[] {
  const logs = readdirSync(folder).filter((name) => name.endsWith('.log'));
  const lines = logs.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
  return lines.filter((line) => line.includes(message)).slice(0, SHOWN_MAX);
}
