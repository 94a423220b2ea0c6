import { resolve } from 'node:path';
import { environmentFor, type readStartConfig } from '../platform/process/config.ts';
import type { Supervised } from '../platform/process/supervise.ts';

type StartConfig = ReturnType<typeof readStartConfig>;

/** Returns every process of one machine with its environment; the edge is the only one that others may reach. */
export function planProcesses(config: StartConfig, environment: NodeJS.ProcessEnv): readonly Supervised[] {
  const first = config.HTTP_PORT;
  const ports = {
    api: first + 1,
    gateway: first + 2,
    admin: first + 3,
    worker: first + 4,
    engine: first + 5,
    feed: first + 6,
    custody: first + 7,
  };
  /** Those that serve others have health and metrics on another port. */
  const healthPorts = { ...ports, edge: first + 8, api: first + 9, gateway: first + 10, admin: first + 11 };
  const local = (port: number) => `http://127.0.0.1:${port}`;
  // The edge is the only proxy in front of api and gateway; proxies in front of the edge are configured on the edge.
  const shared: NodeJS.ProcessEnv = { ...environment, TRUSTED_PROXIES: '127.0.0.1' };
  // The worker opens documents for an identity provider and for nobody else.
  const { MASTER_KEYS: _notItsOwn, ...withoutKeys } = shared;
  const behind = (name: keyof typeof ports, databaseUrl: string, natsUrl?: string): Supervised => ({
    name,
    program: resolve(import.meta.dirname, `${name}.ts`),
    environment: environmentFor(name, {
      ...(name === 'worker' && !environment.KYC_PROVIDER_URL ? withoutKeys : shared),
      DATABASE_URL: databaseUrl,
      NATS_URL: natsUrl,
      HTTP_HOST: '127.0.0.1',
      HTTP_PORT: String(ports[name]),
      HEALTH_PORT: String(healthPorts[name]),
    }),
  });
  const edge: Supervised = {
    name: 'edge',
    program: resolve(import.meta.dirname, 'edge.ts'),
    environment: environmentFor('edge', {
      ...shared,
      TRUSTED_PROXIES: config.TRUSTED_PROXIES,
      HTTP_PORT: String(first),
      HEALTH_PORT: String(healthPorts.edge),
      API_URLS: local(ports.api),
      GATEWAY_URLS: local(ports.gateway),
      WEB_FOLDER: resolve(config.WEB_FOLDER),
    }),
  };
  return [
    behind('api', config.DATABASE_URL_APP, config.NATS_URL_API),
    behind('gateway', config.DATABASE_URL_GATEWAY, config.NATS_URL_GATEWAY),
    behind('admin', config.DATABASE_URL_ADMIN),
    behind('worker', config.DATABASE_URL_WORKER, config.NATS_URL_WORKER),
    behind('engine', config.DATABASE_URL_ENGINE, config.NATS_URL_ENGINE),
    behind('feed', config.DATABASE_URL_FEED, config.NATS_URL_FEED),
    behind('custody', config.DATABASE_URL_CUSTODY),
    edge,
  ];
}
