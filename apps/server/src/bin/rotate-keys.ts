import { rotateIdentityKeys } from '../modules/kyc/index.ts';
import { rotateKeys } from '../modules/media/index.ts';
import { openDatabase } from '../platform/db/database.ts';
import { readRotateConfig } from '../platform/process/config.ts';
import { openKeyRing } from '../platform/process/key-ring.ts';
import { openLog } from '../platform/process/log.ts';

/**
 * Re-encrypts every file key and every identity case with the newest master key, once; run it as role `worker` after prepending a new master
 * key.
 */
const config = readRotateConfig();
const log = openLog('rotate-keys', config.LOG_LEVEL);
const { db, close } = openDatabase({ url: config.DATABASE_URL, connectionsMax: 1, name: 'rotate-keys' }, log);
const keys = openKeyRing(config.MASTER_KEYS);
const { rewrapped, unopened } = await rotateKeys(db, keys);
log.info({ rewrapped, unopened }, 'media.keys_rewrapped');
const identity = await rotateIdentityKeys(db, keys);
log.info({ resealed: identity.resealed, unopened: identity.unopened.map(String) }, 'kyc.cases_resealed');
if (unopened.length > 0 || identity.unopened.length > 0) process.exitCode = 1;
await close();
