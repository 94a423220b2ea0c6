import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { endProcesses, type Guarded } from './end-processes.ts';
import { startOf } from './process-identity.ts';

/** Messages to the guard, one JSON text per line. */
export type GuardMessage = { readonly child: Guarded } | { readonly folder: string };

export type GuardOptions = {
  /** Signal that ends it cleanly; SIGTERM by default. */
  readonly signal?: NodeJS.Signals;
  /** Also lists the child in this folder, for `endListed`: the guard may have been killed too. */
  readonly folder?: string;
};

const LIST = 'processes';
let guard: Writable | undefined;

/**
 * Ends a child together with this process, however this one ends: a small guard process outlives it and ends the
 * remaining children. Call it right after `spawn` or `fork`; a child that never started is ignored.
 */
export function guardChild<Child extends ChildProcess>(
  child: Child,
  { signal = 'SIGTERM', folder }: GuardOptions = {},
): Child {
  const { pid } = child;
  const started = pid === undefined ? undefined : startOf(pid);
  if (pid === undefined || started === undefined) return child;
  const guarded: Guarded = { pid, started, signal };
  send({ child: guarded });
  if (folder !== undefined) appendFileSync(join(folder, LIST), `${JSON.stringify(guarded)}\n`);
  return child;
}

/** Deletes a folder when this process ends, after its children. */
export function guardFolder(folder: string): string {
  send({ folder });
  return folder;
}

/** Ends the processes that a terminated process listed in a folder. */
export async function endListed(folder: string): Promise<void> {
  const file = join(folder, LIST);
  if (!existsSync(file)) return;
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  await endProcesses(lines.map((line) => JSON.parse(line) as Guarded)); // Written by guardChild.
  rmSync(file, { force: true });
}

function send(message: GuardMessage): void {
  guard ??= startGuard();
  guard.write(`${JSON.stringify(message)}\n`);
}

/**
 * Starts the guard in its own session: Ctrl-C and a kill of the whole group do not reach it. It detects our end when
 * its input closes.
 */
function startGuard(): Writable {
  const program = join(import.meta.dirname, 'guard-program.ts');
  const stdio: ['pipe', 'ignore', 'ignore'] = ['pipe', 'ignore', 'ignore'];
  const child = spawn(process.execPath, [program], { detached: true, stdio, cwd: '/', env: {} });
  child.on('error', () => {}); // Without a guard, the next run's sweep ends the listed processes.
  child.stdin.on('error', () => {}); // The guard was killed: as above.
  child.unref();
  (child.stdin as Socket).unref(); // A pipe to a child is a Socket. Neither keeps this process alive.
  return child.stdin;
}
