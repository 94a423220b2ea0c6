import { resolve } from 'node:path';
import { createEdge } from '../edge/edge.ts';
import { readEdgeConfig } from '../platform/process/config.ts';
import { openLog } from '../platform/process/log.ts';
import { createRegistry } from '../platform/process/metrics.ts';
import { serveProcess, untilAborted } from '../platform/process/process.ts';
import { startTracing } from '../platform/process/start-tracing.ts';
import { untilStopped } from '../platform/process/stop.ts';
import { stopOnUncaught } from '../platform/process/uncaught.ts';

/** Single origin for everything a browser requests; it holds no state and authenticates no user. */
const config = readEdgeConfig();
const log = openLog('edge', config.LOG_LEVEL);
stopOnUncaught(log);
await startTracing('edge', config, log);
const registry = createRegistry('edge');
const { app: edge, check } = await createEdge({
  webFolder: resolve(config.WEB_FOLDER),
  apis: config.API_URLS,
  gateways: config.GATEWAY_URLS,
  ...(config.PUBLIC_URL !== undefined && { publicUrl: config.PUBLIC_URL }),
  trustedProxies: config.TRUSTED_PROXIES,
  connectionsMax: config.CONNECTIONS_MAX,
  log,
  registry,
});
await edge.listen({ port: config.HTTP_PORT, host: config.HTTP_HOST });
const health = await serveProcess({ checks: [check], registry }, config);
log.info({ http: edge.server.address(), health: health.address() }, 'edge.ready');
await untilStopped(config.SHUTDOWN_GRACE_MS, log, untilAborted);
await edge.close();
health.close();
log.info('edge.stopped');
