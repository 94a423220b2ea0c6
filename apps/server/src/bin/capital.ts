import { openDatabase } from '../platform/db/database.ts';
import { refuseUnsafeDatabase } from '../platform/db/safe-database.ts';
import { readMigrateConfig } from '../platform/process/config.ts';
import { openLog } from '../platform/process/log.ts';
import { runCapital, USAGE } from './capital-app.ts';

/**
 * Pays the operator's own capital into the platform or out of it: the only program that creates real money besides
 * custody. Run it as role `migrate`, while the exchange runs.
 */
const config = readMigrateConfig();
const log = openLog('capital', config.LOG_LEVEL);
const database = openDatabase({ url: config.DATABASE_URL, connectionsMax: 2, name: 'capital' }, log);
try {
  await refuseUnsafeDatabase(database.db);
  for (const line of await runCapital(database, process.argv.slice(2))) process.stdout.write(`${line}\n`);
} catch (error) {
  process.stderr.write(`refused: ${error instanceof Error ? error.message : String(error)}\n\n${USAGE}\n`);
  process.exitCode = 1;
} finally {
  await database.close();
}
