import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
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

/** Number of cached folders: as many branches can be switched between without rebuilding. */
const KEPT_MAX = 3;

/**
 * Returns the folder `<place>/<key>` and builds it if missing. It is renamed only when complete, so no process sees a
 * partial one, and two concurrent builds both succeed.
 */
export async function keptFolder(
  place: string,
  key: string,
  build: (folder: string) => Promise<void>,
): Promise<string> {
  const kept = join(place, key);
  if (!existsSync(kept)) {
    const partial = guardFolder(join(place, ownedName(`partial-${key}`)));
    mkdirSync(partial, { recursive: true });
    try {
      await build(partial);
      giveName(partial, kept);
    } finally {
      rmSync(partial, { recursive: true, force: true });
    }
  }
  const now = new Date();
  utimesSync(kept, now, now); // Marks the last use.
  removeOld(place);
  return kept;
}

function giveName(partial: string, kept: string): void {
  try {
    renameSync(partial, kept);
  } catch (error) {
    if (!existsSync(kept)) throw error; // Otherwise another run finished the same build first.
  }
}

/**
 * Removes partials of killed runs and all but the last used folders. A folder being copied was just used, so it stays.
 */
function removeOld(place: string): void {
  const names = readdirSync(place);
  const parts = names.filter((name) => name.startsWith('partial-'));
  const whole = names
    .filter((name) => !name.startsWith('partial-'))
    .map((name) => ({ name, usedMs: usedAt(place, name) }));
  const old = whole.toSorted((a, b) => b.usedMs - a.usedMs).slice(KEPT_MAX);
  for (const name of [...parts.filter((part) => !ownerRuns(part)), ...old.map(({ name }) => name)]) {
    rmSync(join(place, name), { recursive: true, force: true });
  }
}

const usedAt = (place: string, name: string): number =>
  statSync(join(place, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
