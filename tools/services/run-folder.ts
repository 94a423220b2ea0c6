import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { endListed, guardFolder, isRunning, ownIdentity } from '@app/testkit';
import { dataFolder } from './places.ts';

const OWNED = /-(\d+)-(\d+)-\d+$/;
let made = 0;

/** Returns a name that identifies its owner: pids are reused, a pid with its start time is not. */
export function ownedName(purpose: string): string {
  const { pid, started } = ownIdentity();
  made += 1;
  return `${purpose}-${pid}-${started}-${made}`;
}

/** Checks whether the process in an `ownedName` still runs; a name of any other form has no owner. */
export function ownerRuns(name: string): boolean {
  const [, pid, started] = OWNED.exec(name) ?? [];
  return started !== undefined && isRunning({ pid: Number(pid), started });
}

/** Creates a folder for one run of a test or rig; its guard removes it when this process ends. */
export const openRunFolder = (purpose: string): string => guardFolder(dataFolder(join('runs', ownedName(purpose))));

/** Ends the processes and removes the folders of runs that were killed together with their guard. */
export async function sweepDeadRuns(runs = dataFolder('runs')): Promise<void> {
  const dead = readdirSync(runs).filter((name) => !ownerRuns(name));
  await Promise.all(dead.map((name) => sweep(join(runs, name))));
}

async function sweep(folder: string): Promise<void> {
  await endListed(folder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
