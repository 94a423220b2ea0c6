import { rmSync } from 'node:fs';
import { startPrivateServices } from '../services/private-services.ts';
import { buildWeb } from '../stack/build-web.ts';
import { OFTEN_HEADS } from '../stack/shared-stack.ts';
import { startStack } from '../stack/stack.ts';
import { WARM_FILE, writeWarm } from './state.ts';

/**
 * Keeps servers for database tests and a whole stack running, so that `npm run t` starts nothing. Each has its own
 * servers: outbox readers wait for every transaction of a server, and a stack always has one open.
 */
const stopped = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
});
buildWeb();
const services = await startPrivateServices('warm-tests', { hasTestUser: true });
const stack = await startStack('warm', {
  apis: 1,
  gateways: 1,
  feeds: 1,
  engines: 1,
  admin: true,
  environment: OFTEN_HEADS,
  restartsOnChange: true,
});
writeWarm(services.urls, stack);
console.log(`warm: ${stack.edgeUrl}/h5/ (logs in ${stack.folder}); npm run t uses it. Ctrl-C stops it.`);
await stopped;
rmSync(WARM_FILE, { force: true });
await stack.stop();
await services.stop();
