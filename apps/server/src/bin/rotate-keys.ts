import { rotateKeys } from '../modules/media/index.ts';
import { openDatabase } from '../platform/db/database.ts';
import { readRotateConfig } from '../platform/process/config.ts';
import { openKeyRing } from '../platform/process/key-ring.ts';
import { openLog } from '../platform/process/log.ts';

/**
 * Re-encrypts every file key with the newest master key, once; run it as role `worker` after prepending a new master
 * key.
 */
const config = readRotateConfig();
const log = openLog('rotate-keys', config.LOG_LEVEL);
const { db, close } = openDatabase({ url: config.DATABASE_URL, connectionsMax: 1, name: 'rotate-keys' }, log);
const { rewrapped, unopened } = await rotateKeys(db, openKeyRing(config.MASTER_KEYS));
log.info({ rewrapped, unopened }, 'media.keys_rewrapped');
if (unopened.length > 0) process.exitCode = 1;
await close();
