import type { Log } from './log.ts';

/** Limit of uncaught errors while the process drains: above it, the process will not end by itself. */
const UNCAUGHT_MAX = 20;

/** Number of uncaught exceptions and rejections, for `/metrics` and `/health` while the process drains. */
export const uncaught = { count: 0 };

type Target = Pick<NodeJS.Process, 'on' | 'kill' | 'pid' | 'exit' | 'listenerCount'>;

/**
 * Logs uncaught errors, with their stack, and stops the process as on SIGTERM: requests in progress are answered,
 * leases are released, and the exit code is 1. A process that is still starting has nothing to finish and ends at once.
 * Its supervisor restarts it.
 */
export function stopOnUncaught(log: Log, target: Target = process): void {
  const stop = (kind: string) => (error: unknown) => {
    uncaught.count++;
    log.error({ err: error, kind, count: uncaught.count }, 'process.uncaught');
    process.exitCode = 1;
    const isStarting = target.listenerCount('SIGTERM') === 0;
    if (isStarting || uncaught.count > UNCAUGHT_MAX) return target.exit(1);
    if (uncaught.count === 1) target.kill(target.pid, 'SIGTERM');
  };
  target.on('uncaughtException', stop('exception'));
  target.on('unhandledRejection', stop('rejection'));
}
