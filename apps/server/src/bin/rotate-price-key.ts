import { rotatePriceKey } from '../modules/market/index.ts';
import { openDatabase } from '../platform/db/database.ts';
import { transactOn } from '../platform/db/transact.ts';
import { readRotateConfig } from '../platform/process/config.ts';
import { openKeyRing } from '../platform/process/key-ring.ts';
import { openLog } from '../platform/process/log.ts';

/**
 * Rotates the signing key of price blocks, effective from the next block; run it as role `feed`, also after a new
 * master key.
 */
const config = readRotateConfig();
const log = openLog('rotate-price-key', config.LOG_LEVEL);
const { db, close } = openDatabase({ url: config.DATABASE_URL, connectionsMax: 1, name: 'rotate-price-key' }, log);
const id = await transactOn(db)((tx) => rotatePriceKey(tx, openKeyRing(config.MASTER_KEYS)));
log.info({ key: id }, 'price_key.rotated');
await close();
