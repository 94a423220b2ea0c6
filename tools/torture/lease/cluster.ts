import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { guardChild } from '@app/testkit';
import type { Message, Mode } from './terms.ts';

export type OwnerEvent = Message & { readonly from: string };

/** Processes that compete for the lease, and all their messages. */
export type EngineCluster = {
  readonly event: readonly OwnerEvent[];
  /** Resolves with the first matching message from now on; undefined on timeout. */
  next(fits: (event: OwnerEvent) => boolean, withinMs: number): Promise<OwnerEvent | undefined>;
  signal(name: string, signal: NodeJS.Signals): void;
  /** Stops all of them, including paused ones, and returns those that had exited by themselves. */
  stop(): Promise<readonly string[]>;
};

const NAMES = ['a', 'b'] as const;
const FILE = join(import.meta.dirname, 'owner.ts');

/** Starts two owners, which always end with the rig. */
export function startCluster(url: string, mode: Mode, seed: number): EngineCluster {
  const { push, ...events } = openEventWaiter();
  const children = new Map<string, ChildProcess>();
  for (const [index, name] of NAMES.entries()) {
    const child = fork(FILE, [url, name, mode, String(seed + index)], { execArgv: [] });
    guardChild(child, { signal: 'SIGKILL' });
    child.on('message', (message) => push({ ...(message as Message), from: name })); // Only owner.ts sends here.
    children.set(name, child);
  }
  const killAll = () => {
    for (const child of children.values()) child.kill('SIGKILL');
  };
  return {
    ...events,
    signal: (name, signal) => children.get(name)?.kill(signal),
    stop: async () => {
      const gone = [...children].filter(([, child]) => !isRunning(child)).map(([name]) => name);
      killAll();
      await Promise.all([...children.values()].map(hasEnded));
      return gone;
    },
  };
}

function openEventWaiter(): Pick<EngineCluster, 'event' | 'next'> & { push(message: OwnerEvent): void } {
  const event: OwnerEvent[] = [];
  const listeners = new Set<(message: OwnerEvent) => void>();
  return {
    event,
    push: (message) => {
      event.push(message);
      for (const listener of listeners) listener(message);
    },
    next: (fits, withinMs) =>
      new Promise((resolve) => {
        const finish = (message?: OwnerEvent) => {
          listeners.delete(listener);
          clearTimeout(timer);
          resolve(message);
        };
        const listener = (message: OwnerEvent) => fits(message) && finish(message);
        const timer = setTimeout(finish, withinMs);
        listeners.add(listener);
      }),
  };
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

const hasEnded = (child: ChildProcess) =>
  isRunning(child) ? new Promise<void>((resolve) => child.once('exit', () => resolve())) : undefined;
