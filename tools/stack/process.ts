import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { guardChild } from '@app/testkit';
import { endOfLog } from '../services/launch.ts';
import { isListening } from '../services/listening.ts';
import { describeListener } from '../services/used-ports.ts';

export type ProcessPlan = {
  readonly name: string;
  readonly program: string;
  readonly nodeOptions?: readonly string[];
  readonly port: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly logFile: string;
};

/** One of our processes controlled by a rig: it can be killed and restarted in place. */
export type StackProcess = {
  readonly name: string;
  readonly port: number;
  /** Pid of the current process. */
  pid(): number | undefined;
  /** Sends `kill -9`, then starts a new process on the same port; resolves when it is ready. */
  killAndRestart(): Promise<void>;
  /** Ends it, by default as a supervisor would, and waits until it has exited. */
  stop(signal?: NodeJS.Signals): Promise<void>;
};

/**
 * Startup timeout, as long as that of hooks, because on a busy machine a start took more than two minutes. A process that
 * exits during startup is detected at once.
 */
const START_MS_MAX = 300_000;

export async function startProcess(plan: ProcessPlan): Promise<StackProcess> {
  let child = await launch(plan);
  return {
    name: plan.name,
    port: plan.port,
    pid: () => child.pid,
    killAndRestart: async () => {
      await end(child, 'SIGKILL');
      child = await launch(plan);
    },
    stop: (signal = 'SIGTERM') => end(child, signal),
  };
}

async function launch({
  name,
  program,
  nodeOptions = [],
  port,
  environment,
  logFile,
}: ProcessPlan): Promise<ChildProcess> {
  if (await isListening(port)) throw new Error(`port ${port} (${name}) is in use, by ${describeListener(port)}`);
  const log = openSync(logFile, 'a');
  const child = spawn(process.execPath, [...nodeOptions, program], {
    env: { ...environment },
    stdio: ['ignore', log, log],
  });
  closeSync(log); // The child has its own copy.
  guardChild(child, { folder: dirname(logFile) });
  for (const deadlineMs = Date.now() + START_MS_MAX; !(await isListening(port)); await pause(25)) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadlineMs) {
      child.kill('SIGKILL'); // Alive, it would keep this process from ending.
      throw new Error(`${name} did not start; ${endOfLog(logFile)}`);
    }
  }
  return child;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await gone;
}
