import { openDatabase } from '../platform/db/database.ts';
import { readCustodyConfig } from '../platform/process/config.ts';
import { runLeasedProcess } from '../platform/process/leased-process.ts';
import { createCustody } from './custody-app.ts';

const READ_CONNECTIONS = 3;

/** Books payouts, and follows the chains on which users deposit. */
const config = readCustodyConfig();
let closeReads: () => Promise<void> = async () => {};
await runLeasedProcess({
  name: 'custody',
  config,
  openWork: async ({ db, log }) => {
    const reads = openDatabase(
      { url: config.DATABASE_URL, connectionsMax: READ_CONNECTIONS, name: 'custody-reads' },
      log,
    );
    closeReads = reads.close;
    return await createCustody({ db, reads: reads.db, log }, config);
  },
});
await closeReads();
