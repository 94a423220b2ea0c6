import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { environmentFor } from '@app/server/platform/process/config';
import { type Role, roleUrl } from '@app/testkit';
import { type BusUser, busSecretsOf } from '../services/nats.ts';
import { dataFolder, firstPort, masterKeysOf } from '../services/places.ts';
import type { ServiceUrls } from '../services/start.ts';

export const REPOSITORY = resolve(import.meta.dirname, '../..');
export const WEB = join(REPOSITORY, 'apps/web');
export const ADMIN = join(REPOSITORY, 'apps/admin');
export const DATABASE = 'tidemark';

/** One of our processes: its program, its port, and its environment. */
export type DevProcess = {
  readonly name: string;
  readonly program: string;
  readonly args?: readonly string[];
  readonly port: number;
  readonly environment: Readonly<Record<string, string>>;
};

/** Returns the ports, all consecutive; the browser needs only the first. */
export function devPorts(environment: NodeJS.ProcessEnv = process.env) {
  const web = firstPort(environment);
  const [api, gateway, admin, worker, engine, feed, custody] = [1, 2, 3, 4, 5, 6, 7].map((n) => web + n) as Seven;
  return {
    /** Vite, which serves the app with hot reload and proxies the rest to the edge. */
    web,
    api,
    gateway,
    admin,
    worker,
    engine,
    feed,
    custody,
    mailHttp: web + 8,
    smtp: web + 9,
    smsHttp: web + 10,
    edge: web + 11,
    edgeHealth: web + 12,
    apiHealth: web + 13,
    gatewayHealth: web + 14,
    adminHealth: web + 15,
    /** Local venues, with `--venue`. */
    venue: web + 16,
    /** Vite again, which serves the back office and proxies its API to the process admin. */
    adminWeb: web + 17,
    /** The local chain, with `--chain`. */
    chain: web + 18,
  };
}

type Seven = [number, number, number, number, number, number, number]; // One per process behind the edge.

const ROLES = {
  api: 'app',
  gateway: 'gateway',
  worker: 'worker',
  engine: 'engine',
  feed: 'feed',
  custody: 'custody',
  admin: 'admin',
  edge: undefined,
} as const satisfies Record<string, Role | undefined>;

export type DevOptions = {
  readonly level?: string | undefined;
  /** Address of the local venues whose prices the feed reads; simulated prices without it. */
  readonly venueUrl?: string | undefined;
  /** Variables of custody that name a chain; no deposits without them. */
  readonly chain?: Readonly<Record<string, string>> | undefined;
};

/** Returns the processes in start order. Each has its own role, as in production; the edge has none. */
export function devProcesses(urls: ServiceUrls, { level = 'info', venueUrl, chain }: DevOptions = {}): DevProcess[] {
  const ports = devPorts();
  const folder = dataFolder('development');
  const { engineKey, pushKey } = busSecretsOf(folder);
  const natsUsers: Partial<Record<string, string>> = urls.natsUsers satisfies Record<BusUser, string>;
  const healthPorts: Partial<Record<string, number>> = {
    edge: ports.edgeHealth,
    api: ports.apiHealth,
    gateway: ports.gatewayHealth,
    admin: ports.adminHealth,
  };
  const local = (port: number) => `http://127.0.0.1:${port}`;
  const shared = {
    DEPLOYMENT: 'development',
    LOG_LEVEL: level,
    ENGINE_BUS_KEY: engineKey,
    PUSH_BUS_KEY: pushKey,
    REDIS_URL: urls.redis,
    SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
    MAIL_FROM: 'Tidemark <no-reply@tidemark.test>',
    TRUSTED_PROXIES: '127.0.0.1',
    SMS_URL: `${local(ports.smsHttp)}/send`,
    MASTER_KEYS: masterKeysOf(folder),
    MEDIA_FOLDER: join(folder, 'media'),
    PUBLIC_URL: `http://localhost:${ports.web}`,
    ADMIN_URL: `http://localhost:${ports.adminWeb}`,
    ORIGINS: local(ports.web),
    API_URLS: local(ports.api),
    GATEWAY_URLS: local(ports.gateway),
    WEB_FOLDER: join(WEB, 'dist'),
    FEED_SEED: 'development, where nobody trades',
    FEED_TICK_EVERY_MS: '500', // Spares a developer's disk: not five blocks a second, but enough for the house to offer.
    // As `npm run kyc-provider` prints them.
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('KYC_PROVIDER_'))),
    ...chain,
    ...(venueUrl !== undefined && { FEED_SOURCES: 'local', LOCAL_VENUE_URL: venueUrl }),
  };
  const names = Object.keys(ROLES) as (keyof typeof ROLES)[]; // Only own keys.
  const all = names.map((name) => {
    const role = ROLES[name];
    const port = ports[name];
    const database = role === undefined ? {} : { DATABASE_URL: roleUrl(urls.postgres, role, DATABASE) };
    const listening = { HTTP_PORT: String(port), HEALTH_PORT: String(healthPorts[name] ?? port) };
    const program = join(REPOSITORY, `apps/server/src/bin/${name}.ts`);
    const natsUrl = natsUsers[name];
    const bus = natsUrl === undefined ? {} : { NATS_URL: natsUrl };
    return { name, program, port, environment: environmentFor(name, { ...shared, ...database, ...bus, ...listening }) };
  });
  const vite = (name: string, folder: string, port: number) => ({
    name,
    program: join(REPOSITORY, 'node_modules/vite/bin/vite.js'),
    args: [folder, '--logLevel', 'warn'],
    port,
    environment: { TIDEMARK_PORT: String(ports.web) },
  });
  return [...all, vite('web', WEB, ports.web), vite('adminweb', ADMIN, ports.adminWeb)].filter(({ program }) =>
    existsSync(program),
  );
}
