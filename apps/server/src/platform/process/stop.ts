import type { Log } from './log.ts';

/**
 * Runs until the process must stop, then lets running work finish. Work that has not ended within the grace period is
 * rolled back by the database: a hard stop is safe, only less polite.
 */
export async function untilStopped(
  graceMs: number,
  log: Log,
  work: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const stopping = new AbortController();
  const stop = (signal: NodeJS.Signals) => {
    log.info({ signal }, 'process.stopping');
    stopping.abort();
    setTimeout(() => process.exit(1), graceMs).unref();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  await work(stopping.signal);
}
