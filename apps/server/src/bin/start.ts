import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readStartConfig, wholeEnvironment } from '../platform/process/config.ts';
import { openLog } from '../platform/process/log.ts';
import { untilStopped } from '../platform/process/stop.ts';
import { type Supervised, supervise } from '../platform/process/supervise.ts';
import { stopOnUncaught } from '../platform/process/uncaught.ts';

/** Starts all processes of one machine from a production build and restarts any that ends. */
const config = readStartConfig();
const log = openLog('start', config.LOG_LEVEL);
stopOnUncaught(log);
const webFolder = resolve(config.WEB_FOLDER);
if (!existsSync(resolve(webFolder, 'index.html'))) {
  throw new Error(`WEB_FOLDER holds no built app (${webFolder}): run npm run build first`);
}

/** Ports after the edge's; everything behind the edge listens on loopback. */
const first = config.HTTP_PORT;
const PORTS = {
  api: first + 1,
  gateway: first + 2,
  admin: first + 3,
  worker: first + 4,
  engine: first + 5,
  feed: first + 6,
  custody: first + 7,
};
const local = (port: number) => `http://127.0.0.1:${port}`;
const shared = {
  ...wholeEnvironment(),
  // The edge is the only proxy in front of api and gateway; proxies in front of the edge are configured on the edge.
  TRUSTED_PROXIES: '127.0.0.1',
};

const behind = (name: keyof typeof PORTS, databaseUrl: string): Supervised => ({
  name,
  program: resolve(import.meta.dirname, `${name}.ts`),
  environment: {
    ...shared,
    DATABASE_URL: databaseUrl,
    HTTP_HOST: '127.0.0.1',
    HTTP_PORT: String(PORTS[name]),
    HEALTH_PORT: String(PORTS[name]),
  },
});

const edge: Supervised = {
  name: 'edge',
  program: resolve(import.meta.dirname, 'edge.ts'),
  environment: {
    ...shared,
    TRUSTED_PROXIES: config.TRUSTED_PROXIES,
    HTTP_PORT: String(first),
    API_URLS: local(PORTS.api),
    GATEWAY_URLS: local(PORTS.gateway),
    WEB_FOLDER: webFolder,
  },
};

const processes = [
  behind('api', config.DATABASE_URL_APP),
  behind('gateway', config.DATABASE_URL_APP),
  behind('admin', config.DATABASE_URL_ADMIN),
  behind('worker', config.DATABASE_URL_WORKER),
  behind('engine', config.DATABASE_URL_ENGINE),
  behind('feed', config.DATABASE_URL_FEED),
  behind('custody', config.DATABASE_URL_CUSTODY),
  edge,
];
await untilStopped(config.SHUTDOWN_GRACE_MS + 5_000, log, (signal) => supervise(processes, log, signal));
log.info('supervisor.stopped');
