import { setTimeout as pause } from 'node:timers/promises';
import { isRunning, type ProcessIdentity } from './process-identity.ts';

/** A process to end, and the signal that its makers recommend for it. */
export type Guarded = ProcessIdentity & { readonly signal: NodeJS.Signals };

const CLEAN_MS_MAX = 5_000;
const KILL_MS_MAX = 3_000;

/** Ends those that still run, cleanly if they manage it within 5 s; a pid that another process has by now is left alone. */
export async function endProcesses(all: readonly Guarded[]): Promise<void> {
  for (const each of all) send(each, each.signal);
  await untilGone(all, CLEAN_MS_MAX);
  for (const each of all) send(each, 'SIGKILL');
  await untilGone(all, KILL_MS_MAX);
}

function send(to: ProcessIdentity, signal: NodeJS.Signals): void {
  if (!isRunning(to)) return;
  try {
    process.kill(to.pid, signal);
  } catch {
    // It ended a moment ago.
  }
}

async function untilGone(all: readonly Guarded[], withinMs: number): Promise<void> {
  for (const deadlineMs = Date.now() + withinMs; all.some(isRunning) && Date.now() < deadlineMs; ) await pause(25);
}
