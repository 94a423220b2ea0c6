import { openBus } from '../platform/bus/bus.ts';
import { measureBus } from '../platform/bus/bus-metrics.ts';
import { busAddressOf } from '../platform/bus/connection-options.ts';
import { openDatabase } from '../platform/db/database.ts';
import { guardDatabase } from '../platform/db/safe-database.ts';
import { readEngineConfig } from '../platform/process/config.ts';
import { openLog } from '../platform/process/log.ts';
import { serveProcess } from '../platform/process/process.ts';
import { startTracing } from '../platform/process/start-tracing.ts';
import { untilStopped } from '../platform/process/stop.ts';
import { stopOnUncaught } from '../platform/process/uncaught.ts';
import { createEngine } from './engine-app.ts';

/**
 * Only writer of its shards. Any number of instances may run; each shard has one owner, and the others wait for its
 * lease.
 */
const config = readEngineConfig();
const log = openLog('engine', config.LOG_LEVEL);
stopOnUncaught(log);
await startTracing('engine', config, log);
const looking = openDatabase({ url: config.DATABASE_URL, connectionsMax: 1, name: 'engine' }, log);
const checkDatabase = await guardDatabase(looking.db, { log, everyMs: config.DATABASE_CHECK_EVERY_MS });
const bus = openBus({
  ...busAddressOf(config),
  name: 'engine',
  log,
  engineKeys: config.ENGINE_BUS_KEY,
  pushKeys: config.PUSH_BUS_KEY,
});
const allowsLocalPrices = config.DEPLOYMENT === 'development';
const engine = await createEngine({ url: config.DATABASE_URL, bus, log, allowsLocalPrices });
const check = () => Promise.resolve([...engine.check(), ...bus.check()]);
const { describe, metrics: registry } = engine;
measureBus(registry, bus);
const health = await serveProcess({ checks: [checkDatabase, check], describe, registry }, config);
log.info({ health: health.address() }, 'engine.ready');
await untilStopped(config.SHUTDOWN_GRACE_MS, log, engine.run);
health.close();
await bus.close();
await Promise.all([engine.close(), looking.close()]);
log.info('engine.stopped');
