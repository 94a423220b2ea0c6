import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { guardChild } from '@app/testkit';
import { REPOSITORY } from '../../dev/processes.ts';
import { isListening } from '../../services/listening.ts';
import { freePorts } from '../../services/places.ts';

/** One of our processes, started as the bench's own child: it can be measured and killed. */
export type Child = {
  readonly pid: number;
  readonly port: number;
  /** CPU time so far, in milliseconds of one core. */
  cpuMs(): number;
  end(signal: NodeJS.Signals): Promise<void>;
};

export type ChildPlan = {
  readonly name: 'feed' | 'gateway';
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
};

const START_MS_MAX = 30_000;
/** Clock tick in which Linux counts CPU time, on all common machines. */
const MS_PER_TICK = 10;

/** Starts a process and waits until it listens. It ends with the bench, however that ends. */
export async function startChild({ name, folder, environment }: ChildPlan): Promise<Child> {
  const { postgres: port } = await freePorts();
  const logFile = join(folder, `${name}-${port}.log`);
  const log = openSync(logFile, 'a');
  const child = spawn(process.execPath, [join(REPOSITORY, `apps/server/src/bin/${name}.ts`)], {
    env: { ...environment, HEALTH_PORT: String(port), HTTP_PORT: String(port) },
    stdio: ['ignore', log, log],
  });
  guardChild(child, { signal: 'SIGKILL', folder });
  for (const deadlineMs = Date.now() + START_MS_MAX; !(await isListening(port)); await pause(25)) {
    if (child.exitCode !== null || Date.now() > deadlineMs) throw new Error(`${name} did not start; see ${logFile}`);
  }
  const pid = child.pid ?? 0;
  return { pid, port, cpuMs: () => cpuMsOf(pid), end: (signal) => end(child, signal) };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await gone;
}

/**
 * Reads /proc: after the name, which may contain spaces and brackets, fields twelve and thirteen are the process's own
 * CPU time.
 */
function cpuMsOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}
