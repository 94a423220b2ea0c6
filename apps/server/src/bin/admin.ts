import { openDatabase } from '../platform/db/database.ts';
import { guardDatabase } from '../platform/db/safe-database.ts';
import { readAdminConfig } from '../platform/process/config.ts';
import { openLog } from '../platform/process/log.ts';
import { answerHealth, listen, untilAborted } from '../platform/process/process.ts';
import { untilStopped } from '../platform/process/stop.ts';
import { stopOnUncaught } from '../platform/process/uncaught.ts';

/**
 * Staff API on its own port and role. Its routes come with the first staff screen; until then it only serves health.
 */
const config = readAdminConfig();
const log = openLog('admin', config.LOG_LEVEL);
stopOnUncaught(log);
const { db, close } = openDatabase(
  { url: config.DATABASE_URL, connectionsMax: config.DATABASE_CONNECTIONS, name: 'admin' },
  log,
);
const checkDatabase = await guardDatabase(db, { log, everyMs: config.DATABASE_CHECK_EVERY_MS });
const place = { port: config.HTTP_PORT, host: config.HTTP_HOST };
const server = await listen(answerHealth([checkDatabase]), place);
log.info({ http: server.address() }, 'admin.ready');
await untilStopped(config.SHUTDOWN_GRACE_MS, log, untilAborted);
server.close();
await close();
log.info('admin.stopped');
