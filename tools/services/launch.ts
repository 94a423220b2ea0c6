import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { guardChild } from '@app/testkit';
import { endOfLog } from './end-of-log.ts';
import { describeListener } from './used-ports.ts';

/** One running server that this process started, as its direct child. */
export type Service = {
  readonly name: string;
  readonly port: number;
  readonly pid: number;
  /** Stops it the way its makers recommend and waits until it is gone. */
  stop(): Promise<void>;
  /** Stops it without a last write to disk, where its data is thrown away; waits until it is gone. */
  discard(): Promise<void>;
  /** `kill -9`, for rigs that test what survives it; waits until it is gone. */
  kill(): Promise<void>;
};

/** Who answers on a server's port: the one started here, nobody yet, or a server of somebody else. */
export type Answer = 'ours' | 'nobody' | 'another';

export type Launch = {
  name: string;
  /** Its name in messages. */
  product: string;
  binary: string;
  args: readonly string[];
  port: number;
  logFile: string;
  stopSignal: NodeJS.Signals;
  /** As `stopSignal` unless named. */
  discardSignal?: NodeJS.Signals;
  /** Asks the server itself: a port may answer before it serves, and may be held by another clone's server. */
  whoAnswers(pid: number): Promise<Answer>;
  /** Set when this process is root and the server refuses to be. */
  user?: { uid: number; gid: number };
};

/** Starts a server as a direct child, so that its death is seen and reaped here, and waits until it answers. */
export async function launch(options: Launch): Promise<Service> {
  const { name, port, logFile, stopSignal, discardSignal = stopSignal } = options;
  const log = openSync(logFile, 'a');
  const child = spawn(options.binary, options.args, { stdio: ['ignore', log, log], ...options.user });
  closeSync(log); // The child has its own.
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.on('error', () => {}); // Reported by waitUntilReady, which sees no pid.
  guardChild(child, { signal: stopSignal, folder: dirname(logFile) });
  try {
    await waitUntilReady(options, child);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return gone;
  };
  return {
    name,
    port,
    pid: child.pid ?? 0,
    stop: () => end(stopSignal),
    discard: () => end(discardSignal),
    kill: () => end('SIGKILL'),
  };
}

async function waitUntilReady({ product, port, logFile, whoAnswers }: Launch, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (Date.now() < deadline) {
    const answer = await whoAnswers(child.pid ?? 0);
    if (answer === 'another') throw new Error(`port ${port} (${product}) is answered by ${describeListener(port)}`);
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`${product} ended while starting; ${endOfLog(logFile)}`);
    }
    if (answer === 'ours') return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`${product} did not answer on port ${port} within 120 s; ${endOfLog(logFile)}`);
}
