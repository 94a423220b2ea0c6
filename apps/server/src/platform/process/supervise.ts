import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from './log.ts';

export type Supervised = {
  readonly name: string;
  readonly program: string;
  readonly environment: NodeJS.ProcessEnv;
};

const FIRST_WAIT_MS = 250;
const WAIT_MS_MAX = 15_000;
/** Uptime after which the wait starts again at its shortest. */
const STEADY_AFTER_MS = 60_000;

/**
 * Runs processes until the signal is aborted, and restarts one that ends after a wait, which doubles while it keeps
 * ending early. Their output is this process's output.
 */
export async function supervise(processes: readonly Supervised[], log: Log, signal: AbortSignal): Promise<void> {
  await Promise.all(processes.map((each) => keepRunning(each, log, signal)));
}

async function keepRunning({ name, program, environment }: Supervised, log: Log, signal: AbortSignal): Promise<void> {
  let waitMs = FIRST_WAIT_MS;
  for (let restarts = 0; !signal.aborted; restarts++) {
    const startedMs = performance.now();
    const child = spawn(process.execPath, [program], { env: environment, stdio: ['ignore', 'inherit', 'inherit'] });
    log.info({ child: name, pid: child.pid, restarts }, 'supervisor.started');
    const how = await untilEnded(child, signal);
    if (signal.aborted) return;
    const ranMs = performance.now() - startedMs;
    waitMs = ranMs > STEADY_AFTER_MS ? FIRST_WAIT_MS : Math.min(waitMs * 2, WAIT_MS_MAX);
    log.error(
      { child: name, ...how, ranMs: Math.round(ranMs), restarts: restarts + 1, waitMs },
      'supervisor.child_ended',
    );
    await pause(waitMs, undefined, { signal }).catch(() => {}); // Aborted by the stop.
  }
}

type Ending = { readonly exitCode?: number | null; readonly killedBy?: string | null; readonly err?: unknown };

/** Waits until a process ends. On SIGTERM it stops by itself: it finishes running work within its own grace period. */
async function untilEnded(child: ChildProcess, signal: AbortSignal): Promise<Ending> {
  const stop = () => void child.kill('SIGTERM');
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    const [exitCode, killedBy] = await once(child, 'exit');
    return { exitCode, killedBy };
  } catch (err) {
    return { err }; // It could not be started at all.
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
