import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { seedArticles } from '@app/server/modules/content';
import { type FreshDatabase, freshDatabase, type Role } from '@app/testkit';
import { REPOSITORY, WEB } from '../dev/processes.ts';
import { startMailCatcher } from '../services/mail-catcher.ts';
import { masterKeysOf } from '../services/master-keys.ts';
import { startNats } from '../services/nats.ts';
import { freePorts } from '../services/places.ts';
import { type PrivateServices, startPrivateServices } from '../services/private-services.ts';
import { startRedis } from '../services/redis.ts';
import { startSmsCatcher } from '../services/sms-catcher.ts';
import { readOwnFaults } from './own-faults.ts';
import { type StackProcess, startProcess } from './process.ts';

/** The whole product on servers and ports of its own: for journeys and for rigs that kill parts of it. */
export type Stack = {
  readonly edgeUrl: string;
  /** Past the edge, as its own proxy would speak to them: they believe the address they are told. */
  readonly apiUrls: readonly string[];
  readonly mailsUrl: string;
  readonly smsUrl: string;
  readonly redisUrl: string;
  readonly natsUrl: string;
  readonly database: FreshDatabase;
  readonly processes: readonly StackProcess[];
  /** Where they write their logs, as long as it stands. */
  readonly folder: string;
  /** `kill -9` of NATS or Redis, and a new one on the same port. */
  killService(name: 'nats' | 'redis'): Promise<void>;
  stop(): Promise<void>;
};

export type StackShape = {
  readonly apis: number;
  readonly gateways: number;
  /** One of them makes prices, the others wait; without any there are none. */
  readonly feeds?: number;
  /** One of them owns each book's trading, the others wait; without any nobody trades. */
  readonly engines?: number;
};

export async function startStack(purpose: string, shape: StackShape): Promise<Stack> {
  const services = await startPrivateServices(purpose);
  const stops: (() => Promise<unknown>)[] = [() => services.stop()];
  const stop = async () => {
    for (const fault of readOwnFaults(services.folder)) console.error(fault);
    for (const each of stops) await each();
  };
  try {
    return await build(services, shape, stops, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function build(
  services: PrivateServices,
  shape: StackShape,
  stops: (() => Promise<unknown>)[],
  stop: () => Promise<void>,
): Promise<Stack> {
  const database = await freshDatabase(services.urls.postgres);
  await seedArticles(database.urlOf('migrate'));
  const mails = await startMailCatcher({ smtpPort: 0, httpPort: 0 });
  stops.unshift(() => mails.stop());
  const texts = await startSmsCatcher(0);
  stops.unshift(() => texts.stop());
  const { postgres: edgePort } = await freePorts();
  const common = {
    LOG_LEVEL: 'info',
    NATS_URL: services.urls.nats,
    REDIS_URL: services.urls.redis,
    BEHIND_PROXY: 'true',
    MASTER_KEYS: masterKeysOf(services.folder),
    MEDIA_FOLDER: join(services.folder, 'media'),
    PUBLIC_URL: `http://localhost:${edgePort}`,
    FEED_SEED: randomUUID(),
    FEED_TICK_EVERY_MS: '1000',
  };
  const processes: StackProcess[] = [];
  const start = async (name: string, role: Role, more: Record<string, string> = {}, wished?: number) => {
    const port = wished ?? (await freePorts()).postgres;
    const listening = { HTTP_PORT: String(port), HEALTH_PORT: String(port), DATABASE_URL: database.urlOf(role) };
    const started = await startProcess({
      name,
      program: join(REPOSITORY, `apps/server/src/bin/${name}.ts`),
      port,
      environment: { ...common, ...listening, ...more },
      logFile: join(services.folder, `${name}-${port}.log`),
    });
    processes.push(started);
    stops.unshift(() => started.stop());
    return `http://127.0.0.1:${port}`;
  };
  const several = async (count: number, name: string) => {
    const urls: string[] = [];
    for (let n = 0; n < count; n++) urls.push(await start(name, 'app', { SOFT_LIMIT_REQUESTS: '1000000' }));
    return urls.join(',');
  };
  const API_URLS = await several(shape.apis, 'api');
  const GATEWAY_URLS = await several(shape.gateways, 'gateway');
  for (let n = 0; n < (shape.feeds ?? 0); n++) await start('feed', 'feed');
  for (let n = 0; n < (shape.engines ?? 0); n++) await start('engine', 'engine');
  await start('worker', 'worker', { SMTP_URL: mails.smtpUrl, SMS_URL: texts.sendUrl });
  const edgeUrl = await start('edge', 'app', { API_URLS, GATEWAY_URLS, WEB_FOLDER: join(WEB, 'dist') }, edgePort);
  return {
    edgeUrl,
    apiUrls: API_URLS.split(','),
    mailsUrl: mails.httpUrl,
    smsUrl: texts.httpUrl,
    redisUrl: services.urls.redis,
    natsUrl: services.urls.nats,
    database,
    processes,
    folder: services.folder,
    killService: (name) => killService(services, name),
    stop,
  };
}

const again = { nats: startNats, redis: startRedis };

async function killService(services: PrivateServices, name: 'nats' | 'redis'): Promise<void> {
  const index = services.running.findIndex((service) => service.name === name);
  const service = services.running[index];
  if (service === undefined) throw new Error(`${name} is not ours to kill`);
  await service.kill();
  services.running[index] = await again[name](services.folder, service.port);
}
