import { type Logger, pino } from 'pino';
import { currentTraceId } from './trace.ts';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

/**
 * Opens the log: one JSON line per event on standard output. Fields that could hold a secret are removed by name, at
 * any depth up to three.
 */
export function openLog(process: string, level: string, destination?: { write(line: string): void }): Logger {
  const options = {
    level,
    base: { process },
    mixin: () => {
      const trace = currentTraceId();
      return trace === undefined ? {} : { trace };
    },
    serializers: { err: describeError },
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '(secret)' },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

const SECRETS = ['password', 'token', 'authorization', 'code', 'secret', 'url', 'connectionString'];

export type DescribedError = {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  /** Code of PostgreSQL or Node: under `code` it would be removed as if it were a one-time code. */
  readonly errorCode?: string;
  readonly constraint?: string;
};

/**
 * Describes an error with its stack and the stacks of its causes. Its other fields are left out: PostgreSQL's `detail`
 * quotes the values of a row.
 */
export function describeError(error: unknown): DescribedError | { readonly message: string } {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const described = pino.stdSerializers.err(error);
  return {
    type: described.type,
    message: described.message,
    stack: described.stack,
    ...(typeof code === 'string' && { errorCode: code }),
    ...(typeof constraint === 'string' && { constraint }),
  };
}
