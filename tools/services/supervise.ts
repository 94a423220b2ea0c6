import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { ownIdentity } from '@app/testkit';
import { dataFolder, developmentPorts } from './places.ts';
import { startServices } from './start.ts';
import { stateFileOf } from './supervisor.ts';

/** Supervisor of the development servers: started detached by `npm run services start`, ended by `stop`. */
const folder = dataFolder('development');
const stateFile = stateFileOf(folder);
const services = await startServices(folder, developmentPorts());
writeFileSync(`${stateFile}.new`, JSON.stringify({ ...ownIdentity(), urls: services.urls }));
renameSync(`${stateFile}.new`, stateFile); // Atomic: waiting processes never read a partial file.

async function shutDown(): Promise<void> {
  clearInterval(keepAlive);
  rmSync(stateFile, { force: true }); // First: a new process must not rely on servers that are about to end.
  await services.stop();
}

const keepAlive = setInterval(() => {}, 60_000);
process.once('SIGTERM', () => void shutDown());
process.once('SIGINT', () => void shutDown());
