import type { Log } from './log.ts';

/** More than this while the process drains: it is not going to end by itself. */
const UNCAUGHT_MAX = 20;

/** How many exceptions and rejections nobody caught, for `/metrics` and `/health` while the process drains. */
export const uncaught = { count: 0 };

type Target = Pick<NodeJS.Process, 'on' | 'kill' | 'pid' | 'exit' | 'listenerCount'>;

/**
 * Logs what nobody caught, with its stack, and stops the process as if it were asked to: requests in progress are answered,
 * leases are given back, and the exit code is 1. A process that is still starting has nothing to finish and ends at once.
 * Whoever supervises the process starts it again.
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
