import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { completeCluster, copyCluster } from '../services/cluster-template.ts';
import type { Service } from '../services/launch.ts';
import { freePorts } from '../services/places.ts';
import { startPostgres } from '../services/postgres.ts';
import { openRunFolder } from '../services/run-folder.ts';

/** PostgreSQL to be crashed: its own folder and port, a migrated template, nothing else. */
export type PrivatePostgres = {
  readonly folder: string;
  readonly adminUrl: string;
  /**
   * Sends `kill -9` to the whole server and restarts it on the same data; returns the milliseconds from the kill until
   * it is ready.
   */
  crash(): Promise<number>;
  /** Stops the server and removes its folder. */
  stop(): Promise<void>;
};

export async function startPrivatePostgres(
  purpose: string,
  overrides: Record<string, string | undefined> = {},
): Promise<PrivatePostgres> {
  const folder = openRunFolder(purpose);
  const { postgres: port } = await freePorts();
  const adminUrl = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let service: Service | undefined;
  const start = () => startPostgres(folder, port, overrides);
  const crash = async () => {
    const killedMs = performance.now();
    if (service !== undefined) await killWhole(service);
    service = await start();
    return Math.round(performance.now() - killedMs);
  };
  const stop = async () => {
    await service?.discard();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  try {
    await copyCluster(folder);
    service = await start();
    await completeCluster(adminUrl);
  } catch (error) {
    await stop();
    throw error;
  }
  return { folder, adminUrl, crash, stop };
}

/**
 * Kills all processes at once, like a machine failure: a child that outlived the postmaster could still write its data.
 * The postmaster is stopped first, so that it starts no child between the listing and the kill.
 */
async function killWhole(service: Service): Promise<void> {
  process.kill(service.pid, 'SIGSTOP');
  while (processOf(service.pid)?.state !== 'T') await pause(1);
  const children = childrenOf(service.pid);
  const gone = service.kill();
  for (const pid of children) killQuietly(pid);
  await gone;
  while (children.some(isRunning)) await pause(1);
}

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && processOf(pid)?.parent === parent);

/** Reads /proc: `pid (name) state parent …`, where the name may contain spaces and brackets. */
function processOf(pid: number): { state: string; parent: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', parent] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state, parent: Number(parent) };
  } catch {
    return undefined; // It ended meanwhile.
  }
}

/** Checks whether a process runs; a zombie holds no resources and only waits to be reaped. */
function isRunning(pid: number): boolean {
  const found = processOf(pid);
  return found !== undefined && found.state !== 'Z' && found.state !== 'X';
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It had already exited.
  }
}
