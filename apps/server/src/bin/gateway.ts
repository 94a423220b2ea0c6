import { createGateway } from '../gateway/gateway.ts';
import { measureGateway } from '../gateway/gateway-metrics.ts';
import { createFindCaller, createFindEndedSessions, createFindSessions } from '../modules/auth/index.ts';
import { createBoard, createHistory, openMarketChannels } from '../modules/market/index.ts';
import { createSettings } from '../modules/reference/index.ts';
import { openBus } from '../platform/bus/bus.ts';
import { measureBus } from '../platform/bus/bus-metrics.ts';
import { busAddressOf } from '../platform/bus/connection-options.ts';
import { openDatabase } from '../platform/db/database.ts';
import { guardDatabase } from '../platform/db/safe-database.ts';
import { readGatewayConfig } from '../platform/process/config.ts';
import { openLog } from '../platform/process/log.ts';
import { createRegistry } from '../platform/process/metrics.ts';
import { answerHealth, listen, serveProcess, untilAborted } from '../platform/process/process.ts';
import { startTracing } from '../platform/process/start-tracing.ts';
import { untilStopped } from '../platform/process/stop.ts';
import { stopOnUncaught } from '../platform/process/uncaught.ts';

/**
 * Sockets. It displays outcomes and decides nothing: any number of instances may run, and any may die at any moment.
 */
const config = readGatewayConfig();
const log = openLog('gateway', config.LOG_LEVEL);
stopOnUncaught(log);
await startTracing('gateway', config, log);
const { db, close } = openDatabase(
  { url: config.DATABASE_URL, connectionsMax: config.DATABASE_CONNECTIONS, name: 'gateway' },
  log,
);
const checkDatabase = await guardDatabase(db, { log, everyMs: config.DATABASE_CHECK_EVERY_MS });
const bus = openBus({
  ...busAddressOf(config),
  name: 'gateway',
  log,
  pushKeys: config.PUSH_BUS_KEY,
});
// Without its bus it has no updates to show, so it reports unhealthy and a load balancer picks another instance.
const checks = [checkDatabase, () => Promise.resolve(bus.check())];
const reading = { db, settings: createSettings(db) };
const history = createHistory(config.FEED_SEED);
const board = createBoard({ ...reading, bus, log, history });
await board.ready();
const channels = await openMarketChannels({ db, bus, log, board, history });
const server = await listen(answerHealth(checks), {
  port: config.HTTP_PORT,
  host: config.HTTP_HOST,
  connectionsMax: config.CONNECTIONS_MAX,
});
const findCaller = createFindCaller(reading, { keepsAwake: false });
const findSessions = createFindSessions(reading);
const findEndedSessions = createFindEndedSessions(reading);
const gateway = createGateway({
  server,
  findCaller,
  findSessions,
  findEndedSessions,
  bus,
  log,
  channels,
  origins: config.ORIGINS,
  trustedProxies: config.TRUSTED_PROXIES,
  addressLimits: { sockets: config.SOCKETS_PER_ADDRESS, handshakes: config.HANDSHAKES_PER_ADDRESS },
});
const registry = createRegistry('gateway');
measureBus(registry, bus);
measureGateway(registry, gateway);
const describe = () => ({ sockets: gateway.socketCount(), counts: gateway.counts, refused: bus.refused() });
const health = await serveProcess({ checks, describe, registry }, config);
log.info({ http: server.address(), health: health.address() }, 'gateway.ready');
await untilStopped(config.SHUTDOWN_GRACE_MS, log, untilAborted);
await gateway.close();
health.close();
await board.close();
await history.close();
await bus.close();
await close();
log.info('gateway.stopped');
