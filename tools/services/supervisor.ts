import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { endListed, guardChild, isRunning, type ProcessIdentity } from '@app/testkit';
import { endOfLog } from './launch.ts';
import { dataFolder, developmentPorts } from './places.ts';
import type { ServiceUrls } from './start.ts';
import { type NamedPorts, refuseUsedPorts } from './used-ports.ts';

export type StartedSupervisor = { readonly child: ChildProcess; readonly state: SupervisorState };

const START_MS_MAX = 40_000;

/**
 * Returns the ports that new development servers would need: none for services the environment names, none if they
 * already run.
 */
export async function wantedServicePorts(environment: NodeJS.ProcessEnv = process.env): Promise<NamedPorts> {
  const folder = dataFolder('development');
  if (readSupervisorState(folder) !== undefined) return {};
  await endListed(folder); // Left by a killed supervisor, if its guard did not end them.
  const { postgres, nats, redis } = developmentPorts(environment);
  return {
    ...(environment.POSTGRES_URL === undefined && { PostgreSQL: postgres }),
    ...(environment.NATS_URL === undefined && { NATS: nats }),
    ...(environment.REDIS_URL === undefined && { Redis: redis }),
  };
}

/**
 * Starts the development servers under a supervisor in a separate session and waits until all are ready. It outlives
 * this process unless `endsWithUs` is set.
 */
export async function startSupervisor({ endsWithUs }: { endsWithUs: boolean }): Promise<StartedSupervisor> {
  await refuseUsedPorts(await wantedServicePorts());
  const folder = dataFolder('development');
  const logFile = join(folder, 'supervisor.log');
  const log = openSync(logFile, 'w');
  const program = join(import.meta.dirname, 'supervise.ts');
  const child = spawn(process.execPath, [program], { detached: true, stdio: ['ignore', log, log] });
  closeSync(log); // The child has its own copy.
  if (endsWithUs) guardChild(child);
  for (const deadlineMs = Date.now() + START_MS_MAX; ; await pause(50)) {
    const state = readSupervisorState(folder);
    if (state !== undefined && state.pid === child.pid) return { child, state };
    if (child.exitCode !== null || Date.now() > deadlineMs) {
      throw new Error(`services did not start; ${endOfLog(logFile)}`);
    }
  }
}

/** State that the supervisor of the development servers writes. */
export type SupervisorState = ProcessIdentity & { readonly urls: ServiceUrls };

export const stateFileOf = (folder: string): string => join(folder, 'services.json');

/** Returns the supervisor's state if it still runs; a file left by a crash is ignored. */
export function readSupervisorState(folder: string): SupervisorState | undefined {
  const file = stateFileOf(folder);
  if (!existsSync(file)) return undefined;
  const state = JSON.parse(readFileSync(file, 'utf8')) as SupervisorState; // Written by supervise.ts.
  return isRunning(state) ? state : undefined;
}
