import { openDatabase } from '../platform/db/database.ts';
import { refuseUnsafeDatabase } from '../platform/db/safe-database.ts';
import { readTidemarkConfig } from '../platform/process/config.ts';
import { openLog } from '../platform/process/log.ts';
import { runTidemark, USAGE } from './tidemark-app.ts';

/** The operator's command line, run as role `migrate` while the exchange runs. */
const config = readTidemarkConfig();
const log = openLog('tidemark', config.LOG_LEVEL);
const database = openDatabase({ url: config.DATABASE_URL, connectionsMax: 2, name: 'tidemark' }, log);
try {
  await refuseUnsafeDatabase(database.db);
  const { lines, isSound } = await runTidemark(database, process.argv.slice(2), config.ADMIN_URL);
  for (const line of lines) process.stdout.write(`${line}\n`);
  if (!isSound) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`refused: ${error instanceof Error ? error.message : String(error)}\n\n${USAGE}\n`);
  process.exitCode = 1;
} finally {
  await database.close();
}
