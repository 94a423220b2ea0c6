import { type Logger, pino } from 'pino';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** One JSON line per event on standard output. What could hold a secret is cut out by name, wherever it hides. */
export function openLog(process: string, level: string): Logger {
  return pino({
    level,
    base: { process },
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '(secret)' },
  });
}

const SECRETS = ['password', 'token', 'authorization', 'code', 'secret', 'url', 'connectionString'];
