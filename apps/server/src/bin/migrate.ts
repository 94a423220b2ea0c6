import { seedArticles } from '../modules/content/index.ts';
import { migrate, prepareCluster } from '../platform/db/migrate.ts';
import { readMigrateConfig } from '../platform/process/config.ts';
import { openLog } from '../platform/process/log.ts';

/**
 * Runs once, before the other processes: creates roles and database if an administrator is configured, then applies
 * missing migrations.
 */
const { POSTGRES_URL, DATABASE_URL, LOG_LEVEL } = readMigrateConfig();
const log = openLog('migrate', LOG_LEVEL);
if (POSTGRES_URL !== undefined) await prepareCluster(POSTGRES_URL, new URL(DATABASE_URL).pathname.slice(1));
const applied = await migrate(DATABASE_URL);
const articles = await seedArticles(DATABASE_URL);
log.info({ applied, articles }, applied.length === 0 ? 'migrate.up_to_date' : 'migrate.applied');
