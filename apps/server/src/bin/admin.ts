import { resolve } from 'node:path';
import { createPasswords, PASSWORD_COST } from '../modules/auth/index.ts';
import { readMarkets } from '../modules/market/index.ts';
import { createMedia } from '../modules/media/index.ts';
import { createSettings } from '../modules/reference/index.ts';
import { openDatabase } from '../platform/db/database.ts';
import { guardDatabase } from '../platform/db/safe-database.ts';
import { transactOn } from '../platform/db/transact.ts';
import { claimWriter } from '../platform/db/writer.ts';
import { answerProbes } from '../platform/http/metrics.ts';
import { readAdminConfig } from '../platform/process/config.ts';
import { openKeyRing } from '../platform/process/key-ring.ts';
import { openLog } from '../platform/process/log.ts';
import { answerHealth, serveProcess, untilAborted } from '../platform/process/process.ts';
import { startTracing } from '../platform/process/start-tracing.ts';
import { untilStopped } from '../platform/process/stop.ts';
import { stopOnUncaught } from '../platform/process/uncaught.ts';
import { createAdmin } from './admin-app.ts';
import { allSettings } from './all-settings.ts';

/** Staff API and back office on their own origin, port and database role. No user route is served here, and no staff route elsewhere. */
const config = readAdminConfig();
const log = openLog('admin', config.LOG_LEVEL);
stopOnUncaught(log);
await startTracing('admin', config, log);
const { db, close } = openDatabase(
  { url: config.DATABASE_URL, connectionsMax: config.DATABASE_CONNECTIONS, name: 'admin' },
  log,
);
const checkDatabase = await guardDatabase(db, { log, everyMs: config.DATABASE_CHECK_EVERY_MS });
const forSettings = openDatabase({ url: config.DATABASE_URL, connectionsMax: 1, name: 'admin-settings' }, log);
const markets = await readMarkets(db);
const settings = createSettings(forSettings.db);
const stored = { db, transact: transactOn(db), settings, keys: openKeyRing(config.MASTER_KEYS) };
const { http, metrics } = await createAdmin(
  {
    ...stored,
    media: createMedia({ ...stored, folder: resolve(config.MEDIA_FOLDER), log }),
    nextId: await claimWriter(db),
    passwords: createPasswords(PASSWORD_COST),
    publicUrl: config.ADMIN_URL,
    allSettings: allSettings(markets.map(({ symbol }) => symbol)),
  },
  {
    log,
    trustedProxies: config.TRUSTED_PROXIES,
    connectionsMax: config.CONNECTIONS_MAX,
    folder: resolve(config.ADMIN_FOLDER),
  },
);
answerProbes(http.app, answerHealth([checkDatabase]));
await http.app.listen({ port: config.HTTP_PORT, host: config.HTTP_HOST });
const health = await serveProcess({ checks: [checkDatabase], registry: metrics }, config);
log.info({ http: http.app.server.address(), health: health.address() }, 'admin.ready');
await untilStopped(config.SHUTDOWN_GRACE_MS, log, untilAborted);
await http.app.close();
health.close();
await Promise.all([close(), forSettings.close()]);
log.info('admin.stopped');
