import { join, resolve } from 'node:path';
import { freshDatabase } from '@app/testkit';
import { startProcess } from '../stack/process.ts';
import { freePorts } from './places.ts';
import { startPrivateServices } from './private-services.ts';

/** Starts private services and one of our processes, like a rig; guard.db.test.ts runs and kills it. */
const { folder, running, urls } = await startPrivateServices('killed');
const database = await freshDatabase(urls.postgres);
const { postgres: port } = await freePorts();
const worker = await startProcess({
  name: 'worker',
  program: resolve(import.meta.dirname, '../../apps/server/src/bin/worker.ts'),
  port,
  environment: { DEPLOYMENT: 'development', DATABASE_URL: database.urlOf('worker'), HEALTH_PORT: String(port) },
  logFile: join(folder, 'worker.log'),
});
console.log(JSON.stringify({ folder, pids: [...running.map(({ pid }) => pid), worker.pid()] }));
setInterval(() => {}, 60_000);
