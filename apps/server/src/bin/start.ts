import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readStartConfig, wholeEnvironment } from '../platform/process/config.ts';
import { openLog } from '../platform/process/log.ts';
import { untilStopped } from '../platform/process/stop.ts';
import { supervise } from '../platform/process/supervise.ts';
import { stopOnUncaught } from '../platform/process/uncaught.ts';
import { planProcesses } from './start-app.ts';

/** Starts all processes of one machine from a production build and restarts any that ends. */
const config = readStartConfig();
const log = openLog('start', config.LOG_LEVEL);
stopOnUncaught(log);
const webFolder = resolve(config.WEB_FOLDER);
if (!existsSync(resolve(webFolder, 'index.html'))) {
  throw new Error(`WEB_FOLDER holds no built app (${webFolder}): run npm run build first`);
}
const processes = planProcesses(config, wholeEnvironment());
await untilStopped(config.SHUTDOWN_GRACE_MS + 5_000, log, (signal) => supervise(processes, log, signal));
log.info('supervisor.stopped');
