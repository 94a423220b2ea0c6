import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { endListed, guardFolder, isRunning, ownIdentity } from '@app/testkit';
import { dataFolder } from './places.ts';

const OWNED = /-(\d+)-(\d+)-\d+$/;
let made = 0;

/** A name that says whose it is: pids come around again, a pid with its start time does not. */
export function ownedName(purpose: string): string {
  const { pid, started } = ownIdentity();
  made += 1;
  return `${purpose}-${pid}-${started}-${made}`;
}

/** Whether the process that `ownedName` named still runs; a name of any other form has no owner. */
export function ownerRuns(name: string): boolean {
  const [, pid, started] = OWNED.exec(name) ?? [];
  return started !== undefined && isRunning({ pid: Number(pid), started });
}

/** A folder for one run of a test or rig; its guard removes it when this process ends. */
export const openRunFolder = (purpose: string): string => guardFolder(dataFolder(join('runs', ownedName(purpose))));

/** Where a run was killed together with its guard, the next run ends its processes and removes its folder. */
export async function sweepDeadRuns(runs = dataFolder('runs')): Promise<void> {
  const dead = readdirSync(runs).filter((name) => !ownerRuns(name));
  await Promise.all(dead.map((name) => sweep(join(runs, name))));
}

async function sweep(folder: string): Promise<void> {
  await endListed(folder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
