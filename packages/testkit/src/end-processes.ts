import { setTimeout as pause } from 'node:timers/promises';
import { isRunning, type ProcessIdentity } from './process-identity.ts';

/** A process to end, and its recommended stop signal. */
export type Guarded = ProcessIdentity & { readonly signal: NodeJS.Signals };

const CLEAN_MS_MAX = 5_000;
const KILL_MS_MAX = 3_000;

/** Ends processes that still run, cleanly if they exit within 5 s; ignores a pid that another process has by now. */
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
    // It has already exited.
  }
}

async function untilGone(all: readonly Guarded[], withinMs: number): Promise<void> {
  for (const deadlineMs = Date.now() + withinMs; all.some(isRunning) && Date.now() < deadlineMs; ) await pause(25);
}
