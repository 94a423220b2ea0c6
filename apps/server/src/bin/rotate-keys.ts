import { rotateKeys } from '../modules/media/index.ts';
import { readRotateConfig } from '../platform/config.ts';
import { openDatabase } from '../platform/database.ts';
import { openKeyRing } from '../platform/key-ring.ts';
import { openLog } from '../platform/log.ts';

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
