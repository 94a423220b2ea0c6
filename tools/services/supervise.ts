import { rmSync, writeFileSync } from 'node:fs';
import { dataFolder, developmentPorts } from './places.ts';
import { startServices } from './start.ts';
import { stateFileOf } from './supervisor-state.ts';

/** The parent of the development servers: started detached by `npm run services start`, ended by `stop`. */
const folder = dataFolder('development');
const stateFile = stateFileOf(folder);
const services = await startServices(folder, developmentPorts());
writeFileSync(stateFile, JSON.stringify({ pid: process.pid, urls: services.urls }));

async function shutDown(): Promise<void> {
  clearInterval(keepAlive);
  await services.stop();
  rmSync(stateFile, { force: true });
}

const keepAlive = setInterval(() => {}, 60_000);
process.once('SIGTERM', () => void shutDown());
process.once('SIGINT', () => void shutDown());
