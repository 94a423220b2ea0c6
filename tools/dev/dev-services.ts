import { once } from 'node:events';
import { dataFolder } from '../services/places.ts';
import type { ServiceUrls } from '../services/start.ts';
import { startSupervisor } from '../services/supervisor.ts';
import { readSupervisorState } from '../services/supervisor-state.ts';

export type DevServices = { readonly urls: ServiceUrls; stop(): Promise<void> };

/**
 * Opens the development servers under their supervisor, in its own group so that Ctrl-C does not reach them before our
 * processes have stopped. A supervisor that already runs is used and left running.
 */
export async function openDevServices(): Promise<DevServices> {
  const running = readSupervisorState(dataFolder('development'));
  if (running !== undefined) return { urls: running.urls, stop: () => Promise.resolve() };
  const { child, state } = await startSupervisor({ endsWithUs: true });
  const gone = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await gone;
  };
  return { urls: state.urls, stop };
}
