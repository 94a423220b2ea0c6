import { type ChildProcess, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { isListening } from './listening.ts';

/** One running server that this process started, as its direct child. */
export type Service = {
  readonly name: string;
  readonly port: number;
  readonly pid: number;
  /** Stops it the way its makers recommend and waits until it is gone. */
  stop(): Promise<void>;
  /** `kill -9`, for rigs that test what survives it; waits until it is gone. */
  kill(): Promise<void>;
};

export type Launch = {
  name: string;
  binary: string;
  args: readonly string[];
  port: number;
  logFile: string;
  stopSignal: NodeJS.Signals;
  /** Where listening is not yet answering: PostgreSQL opens its port before it has recovered. */
  isReady?: () => Promise<boolean>;
  /** Set when this process is root and the server refuses to be. */
  user?: { uid: number; gid: number };
};

/** Starts a server as a direct child, so that its death is seen and reaped here, and waits until it answers. */
export async function launch(options: Launch): Promise<Service> {
  const log = openSync(options.logFile, 'a');
  const child = spawn(options.binary, options.args, { stdio: ['ignore', log, log], ...options.user });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.on('error', () => {}); // Reported by waitUntilReady, which sees no pid.
  await waitUntilReady(options, child);
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return gone;
  };
  return {
    name: options.name,
    port: options.port,
    pid: child.pid ?? 0,
    stop: () => end(options.stopSignal),
    kill: () => end('SIGKILL'),
  };
}

async function waitUntilReady(options: Launch, child: ChildProcess): Promise<void> {
  const { name, port, logFile, isReady = () => isListening(port) } = options;
  const deadline = Date.now() + 120_000;
  while (Date.now() < deadline) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`${name} ended while starting; see ${logFile}`);
    }
    if (await isReady()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  child.kill('SIGKILL');
  throw new Error(`${name} did not answer on port ${port} within 120 s; see ${logFile}`);
}
