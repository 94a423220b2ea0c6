import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { ownIdentity } from '@app/testkit';
import { dataFolder, developmentPorts } from './places.ts';
import { startServices } from './start.ts';
import { stateFileOf } from './supervisor-state.ts';

/** The parent of the development servers: started detached by `npm run services start`, ended by `stop`. */
const folder = dataFolder('development');
const stateFile = stateFileOf(folder);
const services = await startServices(folder, developmentPorts());
writeFileSync(`${stateFile}.new`, JSON.stringify({ ...ownIdentity(), urls: services.urls }));
renameSync(`${stateFile}.new`, stateFile); // Whoever waits for it never reads half of it.

async function shutDown(): Promise<void> {
  clearInterval(keepAlive);
  rmSync(stateFile, { force: true }); // First: who starts now must not count on servers that are about to end.
  await services.stop();
}

const keepAlive = setInterval(() => {}, 60_000);
process.once('SIGTERM', () => void shutDown());
process.once('SIGINT', () => void shutDown());
