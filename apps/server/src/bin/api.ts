import { createEngineClient } from '../engine/client.ts';
import { keepPolling } from '../modules/auth/index.ts';
import { createLedger } from '../modules/ledger/index.ts';
import { createBoard, createHistory } from '../modules/market/index.ts';
import { createMedia } from '../modules/media/index.ts';
import { createSettings } from '../modules/reference/index.ts';
import { openBus } from '../platform/bus/bus.ts';
import { measureBus } from '../platform/bus/bus-metrics.ts';
import { openCache } from '../platform/bus/cache.ts';
import { busAddressOf } from '../platform/bus/connection-options.ts';
import { openDatabase } from '../platform/db/database.ts';
import { guardDatabase } from '../platform/db/safe-database.ts';
import { transactOn } from '../platform/db/transact.ts';
import { claimWriter } from '../platform/db/writer.ts';
import { answerProbes } from '../platform/http/metrics.ts';
import { readApiConfig } from '../platform/process/config.ts';
import { openKeyRing } from '../platform/process/key-ring.ts';
import { openLog } from '../platform/process/log.ts';
import { answerHealth, serveProcess, untilAborted } from '../platform/process/process.ts';
import { startTracing } from '../platform/process/start-tracing.ts';
import { untilStopped } from '../platform/process/stop.ts';
import { stopOnUncaught } from '../platform/process/uncaught.ts';
import { createApi } from './api-app.ts';

/** HTTP under `/api`. Stateless: any number of instances may run, and any may die at any moment. */
const config = readApiConfig();
const log = openLog('api', config.LOG_LEVEL);
stopOnUncaught(log);
await startTracing('api', config, log);
const { db, close } = openDatabase(
  { url: config.DATABASE_URL, connectionsMax: config.DATABASE_CONNECTIONS, name: 'api' },
  log,
);
const checkDatabase = await guardDatabase(db, { log, everyMs: config.DATABASE_CHECK_EVERY_MS });
const bus = openBus({
  ...busAddressOf(config),
  name: 'api',
  log,
  engineKeys: config.ENGINE_BUS_KEY,
  pushKeys: config.PUSH_BUS_KEY,
});
const cache = openCache(config.REDIS_URL, log);
const nextId = await claimWriter(db);
// Separate connection: a transaction that reads a setting must never wait for a connection that waits for that
// transaction.
const forSettings = openDatabase({ url: config.DATABASE_URL, connectionsMax: 1, name: 'api-settings' }, log);
// Separate too: polls must not wait behind requests that read settings.
const forPolls = openDatabase({ url: config.DATABASE_URL, connectionsMax: 1, name: 'api-polls' }, log);
const transact = transactOn(db);
const settings = createSettings(forSettings.db);
const keys = openKeyRing(config.MASTER_KEYS);
const history = createHistory(config.FEED_SEED);
const board = createBoard({ db, bus, log, settings, history });
const { http, metrics, callers } = createApi(
  {
    db,
    pollDb: forPolls.db,
    transact,
    nextId,
    bus,
    cache,
    log,
    ledger: createLedger(nextId),
    settings,
    keys,
    media: createMedia({ folder: config.MEDIA_FOLDER, keys, db, transact, settings, log }),
    publicUrl: config.PUBLIC_URL,
    pdfFonts: config.PDF_FONTS,
    board,
    history,
    engine: createEngineClient(bus),
    allowsLocalPrices: config.DEPLOYMENT === 'development',
  },
  {
    log,
    trustedProxies: config.TRUSTED_PROXIES,
    connectionsMax: config.CONNECTIONS_MAX,
    softLimit: {
      requestsPerAddress: config.SOFT_LIMIT_REQUESTS,
      requestsPerUser: config.SOFT_LIMIT_USER_REQUESTS,
      seconds: 10,
    },
  },
);
measureBus(metrics, bus);
answerProbes(http.app, answerHealth([checkDatabase]));
// Without bus or cache it still serves everything; updates are only delivered later and rate limits are weaker.
const describe = () => ({ notes: [...bus.check(), ...(cache.status === 'ready' ? [] : ['cache: away'])] });
await board.ready(); // A new process must not serve a market list without prices.
await http.app.listen({ port: config.HTTP_PORT, host: config.HTTP_HOST });
const health = await serveProcess({ checks: [checkDatabase], describe, registry: metrics }, config);
log.info({ http: http.app.server.address(), health: health.address() }, 'api.ready');
const stopping = new AbortController();
const polling = keepPolling(callers, stopping.signal, log);
await untilStopped(config.SHUTDOWN_GRACE_MS, log, untilAborted);
await http.app.close();
stopping.abort();
await polling;
health.close();
await board.close();
await history.close();
await bus.close();
cache.disconnect();
await Promise.all([close(), forSettings.close(), forPolls.close()]);
log.info('api.stopped');
