import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

/** What every request has; `Intent` and `Answer` are a product's own. */
export type AnyIntent = { readonly key: string; readonly name: string };

export type Acknowledgement<Intent extends AnyIntent, Answer> = {
  readonly intent: Intent;
  /** `unknown` remains only if the run was aborted. */
  outcome: 'ok' | 'fail' | 'unknown';
  why: string;
  readonly answers: Answer[];
};

type Line<Intent extends AnyIntent, Answer> =
  | { readonly verb: 'invoke'; readonly intent: Intent }
  | { readonly verb: 'ok'; readonly key: string; readonly answer: Answer }
  | { readonly verb: 'fail' | 'info'; readonly key: string; readonly why: string };

/**
 * Client-side record of its responses; each line is written to the system before the client
 * continues.
 */
export type OrderLog<Intent extends AnyIntent, Answer> = { write(line: Line<Intent, Answer>): void; close(): void };

export function openOrderLog<Intent extends AnyIntent, Answer>(file: string): OrderLog<Intent, Answer> {
  const handle = openSync(file, 'a');
  let isOpen = true;
  return {
    write: (line) => void (isOpen && writeSync(handle, `${JSON.stringify(line)}\n`)),
    close: () => {
      isOpen = false;
      closeSync(handle);
    },
  };
}

/** Reads the log files; one entry for every request ever sent. */
export function readOrderLogs<Intent extends AnyIntent, Answer>(
  files: readonly string[],
): Acknowledgement<Intent, Answer>[] {
  return files.flatMap((file) => {
    const found = new Map<string, Acknowledgement<Intent, Answer>>();
    for (const text of readFileSync(file, 'utf8').split('\n'))
      if (text !== '') note(found, JSON.parse(text) as Line<Intent, Answer>);
    return [...found.values()];
  });
}

/** Applies a log line. A request that was refused but executed stays refused: the audit detects it in the tables. */
function note<Intent extends AnyIntent, Answer>(
  found: Map<string, Acknowledgement<Intent, Answer>>,
  line: Line<Intent, Answer>,
): void {
  if (line.verb === 'invoke') {
    found.set(line.intent.key, { intent: line.intent, outcome: 'unknown', why: '', answers: [] });
    return;
  }
  const sent = found.get(line.key);
  if (sent === undefined || line.verb === 'info') return;
  if (line.verb === 'ok') sent.answers.push(line.answer);
  if (sent.outcome !== 'unknown') return;
  sent.outcome = line.verb;
  sent.why = line.verb === 'fail' ? line.why : '';
}
