import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { dataFolder } from '../services/places.ts';
import type { ServiceUrls } from '../services/start.ts';

export type DevServices = { readonly urls: ServiceUrls; stop(): Promise<void> };

type State = { readonly pid: number; readonly urls: ServiceUrls };

const START_MS_MAX = 40_000;

/**
 * The development servers under their supervisor, in a group of its own so that Ctrl-C does not reach them before our
 * processes have stopped. One that already runs is used and left running.
 */
export async function openDevServices(): Promise<DevServices> {
  const folder = dataFolder('development');
  const running = readState(folder);
  if (running !== undefined) return { urls: running.urls, stop: () => Promise.resolve() };
  const log = openSync(join(folder, 'supervisor.log'), 'a');
  const program = join(import.meta.dirname, '../services/supervise.ts');
  const supervisor = spawn(process.execPath, [program], { detached: true, stdio: ['ignore', log, log] });
  const gone = once(supervisor, 'exit');
  for (const deadlineMs = Date.now() + START_MS_MAX; ; await pause(50)) {
    const state = readState(folder);
    if (state?.pid === supervisor.pid && state !== undefined) return { urls: state.urls, stop };
    if (supervisor.exitCode !== null || Date.now() > deadlineMs)
      throw new Error(`services did not start; see ${folder}`);
  }
  async function stop(): Promise<void> {
    supervisor.kill('SIGTERM');
    await gone;
  }
}

/** What the supervisor wrote, if it still runs; a state file left by a crash counts as nothing. */
function readState(folder: string): State | undefined {
  const file = join(folder, 'services.json');
  if (!existsSync(file)) return undefined;
  try {
    const state = JSON.parse(readFileSync(file, 'utf8')) as State; // Written by supervise.ts.
    process.kill(state.pid, 0);
    return state;
  } catch {
    return undefined;
  }
}
