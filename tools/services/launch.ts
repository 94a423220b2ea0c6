import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { guardChild } from '@app/testkit';
import { describeListener } from './used-ports.ts';

/** Running server, a direct child of this process. */
export type Service = {
  readonly name: string;
  readonly port: number;
  readonly pid: number;
  /** Stops it as its vendor recommends and waits until it has exited. */
  stop(): Promise<void>;
  /** Stops it without a final write to disk, for data that is thrown away; waits until it has exited. */
  discard(): Promise<void>;
  /** Sends `kill -9`, for rigs that test crash recovery; waits until it has exited. */
  kill(): Promise<void>;
};

/** Owner of a server's port: the server started here, none yet, or a foreign server. */
export type Answer = 'ours' | 'nobody' | 'another';

export type Launch = {
  name: string;
  /** Name in messages. */
  product: string;
  binary: string;
  args: readonly string[];
  /** Added to the environment of this process. */
  environment?: Readonly<Record<string, string>>;
  port: number;
  logFile: string;
  stopSignal: NodeJS.Signals;
  /** Defaults to `stopSignal`. */
  discardSignal?: NodeJS.Signals;
  /**
   * Queries the server itself: a port may accept connections before the server is ready, and may belong to another
   * clone's server.
   */
  whoAnswers(pid: number): Promise<Answer>;
  /** Set when this process is root and the server refuses to run as root. */
  user?: { uid: number; gid: number };
};

/** Starts a server as a direct child, so that its exit is detected and reaped here, and waits until it is ready. */
export async function launch(options: Launch): Promise<Service> {
  const { name, port, logFile, stopSignal, discardSignal = stopSignal } = options;
  const log = openSync(logFile, 'a');
  const env = { ...process.env, ...options.environment };
  const child = spawn(options.binary, options.args, { env, stdio: ['ignore', log, log], ...options.user });
  closeSync(log); // The child has its own copy.
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

const LINES_MAX = 10;

/** Returns the last lines of a log for an error message, because the file is removed with its run. */
export function endOfLog(file: string): string {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  return [`the end of ${file}:`, ...lines.slice(-LINES_MAX)].join('\n  ');
}
