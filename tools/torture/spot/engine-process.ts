import { type ChildProcess, fork } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { guardChild } from '@app/testkit';
import type { EngineMessage, InjectedFault } from './terms.ts';

const FILE = join(import.meta.dirname, 'engine-program.ts');

export type EnginePlan = {
  readonly url: string;
  readonly natsUrl: string;
  readonly injectedFault: InjectedFault;
  readonly logFile: string;
  /** Folder of the compile cache. */
  readonly compiled: string;
};

/** Starts an engine that always ends with the rig. */
export function startEngine(plan: EnginePlan, push: (message: EngineMessage) => void): ChildProcess {
  const { url, natsUrl, injectedFault, logFile, compiled } = plan;
  const log = openSync(logFile, 'a');
  const env = { ...process.env, NODE_COMPILE_CACHE: compiled };
  const child = fork(FILE, [url, natsUrl, injectedFault], { execArgv: [], env, stdio: ['ignore', log, log, 'ipc'] });
  closeSync(log); // The child has its own.
  guardChild(child, { signal: 'SIGKILL' });
  child.on('message', (message) => push(message as EngineMessage)); // Only engine-program.ts sends here.
  return child;
}

/** Checks the stand-ins: the watch is in every build, a sabotage in its own; otherwise the build is invalid. */
export const isBuiltIn = ({ injectedFault }: EnginePlan, stoodIn: readonly string[]): boolean =>
  stoodIn.includes('watched-product.ts') &&
  (injectedFault === 'none' || injectedFault === 'reload-forgets' || stoodIn.length > 1);

export const hasEnded = (child: ChildProcess): Promise<void> | undefined =>
  child.exitCode === null && child.signalCode === null
    ? new Promise<void>((resolve) => child.once('exit', () => resolve()))
    : undefined;
