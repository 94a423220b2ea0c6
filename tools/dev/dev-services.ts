import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { dataFolder } from '../services/places.ts';
import type { ServiceUrls } from '../services/start.ts';
import { readSupervisorState } from '../services/supervisor-state.ts';

export type DevServices = { readonly urls: ServiceUrls; stop(): Promise<void> };

const START_MS_MAX = 40_000;

/**
 * The development servers under their supervisor, in a group of its own so that Ctrl-C does not reach them before our
 * processes have stopped. One that already runs is used and left running.
 */
export async function openDevServices(): Promise<DevServices> {
  const folder = dataFolder('development');
  const running = readSupervisorState(folder);
  if (running !== undefined) return { urls: running.urls, stop: () => Promise.resolve() };
  const log = openSync(join(folder, 'supervisor.log'), 'a');
  const program = join(import.meta.dirname, '../services/supervise.ts');
  const supervisor = spawn(process.execPath, [program], { detached: true, stdio: ['ignore', log, log] });
  const gone = once(supervisor, 'exit');
  for (const deadlineMs = Date.now() + START_MS_MAX; ; await pause(50)) {
    const state = readSupervisorState(folder);
    if (state?.pid === supervisor.pid && state !== undefined) return { urls: state.urls, stop };
    if (supervisor.exitCode !== null || Date.now() > deadlineMs)
      throw new Error(`services did not start; see ${folder}`);
  }
  async function stop(): Promise<void> {
    supervisor.kill('SIGTERM');
    await gone;
  }
}
