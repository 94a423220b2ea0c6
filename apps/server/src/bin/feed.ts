import { createFeed, openSources, readMarkets } from '../modules/market/index.ts';
import { receiptEvidence } from '../modules/proof/index.ts';
import { sealTrailWith } from '../modules/trail/index.ts';
import { openBus } from '../platform/bus/bus.ts';
import { measureBus } from '../platform/bus/bus-metrics.ts';
import { busAddressOf } from '../platform/bus/connection-options.ts';
import { openDatabase } from '../platform/db/database.ts';
import { guardDatabase } from '../platform/db/safe-database.ts';
import { readFeedConfig } from '../platform/process/config.ts';
import { openKeyRing } from '../platform/process/key-ring.ts';
import { openLog } from '../platform/process/log.ts';
import { createRegistry } from '../platform/process/metrics.ts';
import { serveProcess } from '../platform/process/process.ts';
import { startTracing } from '../platform/process/start-tracing.ts';
import { untilStopped } from '../platform/process/stop.ts';
import { stopOnUncaught } from '../platform/process/uncaught.ts';

/** Index prices and their sealed blocks. One instance produces them; the others wait for its lease. */
const config = readFeedConfig();
const log = openLog('feed', config.LOG_LEVEL);
stopOnUncaught(log);
await startTracing('feed', config, log);
// One connection: a successor terminates its backend to fence it. Everything that may be slow has its own.
const sealing = openDatabase({ url: config.DATABASE_URL, connectionsMax: 1, name: 'feed' }, log);
const readPool = openDatabase({ url: config.DATABASE_URL, connectionsMax: 3, name: 'feed-reads' }, log);
const checkDatabase = await guardDatabase(readPool.db, { log, everyMs: config.DATABASE_CHECK_EVERY_MS });
const bus = openBus({
  ...busAddressOf(config),
  name: 'feed',
  log,
});
const markets = await readMarkets(readPool.db);
const feed = await createFeed({
  db: sealing.db,
  readPool: readPool.db,
  bus,
  log,
  markets,
  tickEveryMs: config.FEED_TICK_EVERY_MS,
  headEveryMs: config.FEED_HEAD_EVERY_MS,
  keys: openKeyRing(config.MASTER_KEYS),
  evidence: sealTrailWith(receiptEvidence),
  sources: openSources({
    kind: config.FEED_SOURCES,
    seed: config.FEED_SEED,
    localUrl: config.LOCAL_VENUE_URL,
    markets,
    log,
  }),
});
// Without its bus it still seals blocks; readers find them in the table.
const describe = () => ({ ...feed.describe(), notes: bus.check() });
const registry = createRegistry('feed');
feed.measure(registry);
measureBus(registry, bus);
const checks = [checkDatabase, () => Promise.resolve(feed.check())];
const health = await serveProcess({ checks, describe, registry }, config);
log.info({ health: health.address() }, 'feed.ready');
await untilStopped(config.SHUTDOWN_GRACE_MS, log, feed.run);
health.close();
await bus.close();
await Promise.all([sealing.close(), readPool.close()]);
log.info('feed.stopped');
