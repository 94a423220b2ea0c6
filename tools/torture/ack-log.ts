import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

/** What one transfer does to one user's wallet, in whole units: written by the client, read by the audit. */
export type Line = { readonly user: number; readonly available: number; readonly frozen: number };

/** A transfer as its client means it. `ref` names it for ever, however often it is sent. */
export type Intent = { readonly ref: string; readonly lines: readonly Line[] };

/** `unknown` stays only where the run broke off: a client asks again until it is told. */
type Outcome = 'ok' | 'fail' | 'unknown';

export type Acknowledgement = Intent & { readonly outcome: Outcome };

/** A client's own record of what it was told (reliability 3.1): the only witness of a lost acknowledgement. */
export type AckLog = {
  invoke(intent: Intent): void;
  ok(ref: string): void;
  fail(ref: string, why: string): void;
  /** Neither done nor refused, as far as the client knows. */
  info(ref: string, why: string): void;
  close(): void;
};

/** Each line is handed to the system before the client goes on, so the log never runs behind what was sent. */
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

/** What the files say, one entry for every transfer that was ever sent. */
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
