import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

/** Effect of one transfer on one user's wallet, in whole units: written by the client, read by the audit. */
export type Line = { readonly user: number; readonly available: number; readonly frozen: number };

/** Transfer as intended by its client. `ref` identifies it permanently, however often it is sent. */
export type Intent = { readonly ref: string; readonly lines: readonly Line[] };

/** Outcome of a transfer. `unknown` remains only if the run was aborted: a client retries until it has an answer. */
type Outcome = 'ok' | 'fail' | 'unknown';

export type Acknowledgement = Intent & { readonly outcome: Outcome };

/** Client-side record of its responses: the only evidence of a lost acknowledgement. */
export type AckLog = {
  invoke(intent: Intent): void;
  ok(ref: string): void;
  fail(ref: string, why: string): void;
  /** Records an outcome the client does not know: neither done nor refused. */
  info(ref: string, why: string): void;
  close(): void;
};

/**
 * Opens a log that writes each line to the system before the client continues, so it never lags behind the requests
 * sent.
 */
export function openAckLog(file: string): AckLog {
  const handle = openSync(file, 'a');
  const write = (...args: readonly string[]) => void writeSync(handle, `${args.join(' ')}\n`);
  return {
    invoke: ({ ref, lines }) =>
      write('invoke', ref, ...lines.map(({ user, available, frozen }) => `${user}:${available}:${frozen}`)),
    ok: (ref) => write('ok', ref),
    fail: (ref, why) => write('fail', ref, why),
    info: (ref, why) => write('info', ref, why),
    close: () => closeSync(handle),
  };
}

/** Reads the log files; one entry for every transfer ever sent. */
export function readAckLogs(files: readonly string[]): Acknowledgement[] {
  return files.flatMap((file) => {
    const found = new Map<string, Acknowledgement>();
    for (const text of readFileSync(file, 'utf8').split('\n')) note(found, text.split(' '));
    return [...found.values()];
  });
}

function note(found: Map<string, Acknowledgement>, [verb, ref = '', ...rest]: readonly string[]): void {
  if (verb === 'invoke') found.set(ref, { ref, lines: rest.map(toLine), outcome: 'unknown' });
  const sent = found.get(ref);
  if (sent === undefined) return;
  if (verb === 'ok' || verb === 'fail') found.set(ref, { ...sent, outcome: verb });
}

function toLine(text: string): Line {
  const [user = 0, available = 0, frozen = 0] = text.split(':').map(Number);
  return { user, available, frozen };
}
