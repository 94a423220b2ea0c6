import type { Log } from './log.ts';

/**
 * Runs until the process is asked to stop, then lets the work finish what it has begun. What has not ended within the
 * grace is left to the database, which rolls it back: stopping hard is safe, only less polite.
 */
export async function untilStopped(
  graceMs: number,
  log: Log,
  work: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const stopping = new AbortController();
  const stop = (signal: NodeJS.Signals) => {
    log.info({ signal }, 'stopping');
    stopping.abort();
    setTimeout(() => process.exit(1), graceMs).unref();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  await work(stopping.signal);
}
