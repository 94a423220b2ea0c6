import { openDatabase } from '../platform/db/database.ts';
import { guardDatabase } from '../platform/db/safe-database.ts';
import { readAdminConfig } from '../platform/process/config.ts';
import { openLog } from '../platform/process/log.ts';
import { createRegistry } from '../platform/process/metrics.ts';
import { answerHealth, listen, serveProcess, untilAborted } from '../platform/process/process.ts';
import { startTracing } from '../platform/process/start-tracing.ts';
import { untilStopped } from '../platform/process/stop.ts';
import { stopOnUncaught } from '../platform/process/uncaught.ts';

/**
 * Staff API on its own port and role. Its routes come with the first staff screen; until then it only serves health.
 */
const config = readAdminConfig();
const log = openLog('admin', config.LOG_LEVEL);
stopOnUncaught(log);
await startTracing('admin', config, log);
const { db, close } = openDatabase(
  { url: config.DATABASE_URL, connectionsMax: config.DATABASE_CONNECTIONS, name: 'admin' },
  log,
);
const checkDatabase = await guardDatabase(db, { log, everyMs: config.DATABASE_CHECK_EVERY_MS });
const checks = [checkDatabase];
const server = await listen(answerHealth(checks), { port: config.HTTP_PORT, host: config.HTTP_HOST });
const health = await serveProcess({ checks, registry: createRegistry('admin') }, config);
log.info({ http: server.address(), health: health.address() }, 'admin.ready');
await untilStopped(config.SHUTDOWN_GRACE_MS, log, untilAborted);
server.close();
health.close();
await close();
log.info('admin.stopped');
