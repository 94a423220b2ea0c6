import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { Mode } from '@app/domain/ledger';

export type Request =
  | {
      readonly kind: 'limit';
      readonly side: 'buy' | 'sell';
      readonly price: string;
      readonly quantity: string;
      readonly force: 'gtc' | 'ioc' | 'post';
    }
  | { readonly kind: 'market'; readonly side: 'sell'; readonly quantity: string }
  | { readonly kind: 'market'; readonly side: 'buy'; readonly budget: string };

/** Client request, permanently identified by its idempotency key. */
export type Intent = { readonly key: string; readonly user: number; readonly mode: Mode } & (
  | {
      readonly name: 'spot.place';
      readonly market: number;
      readonly request: Request;
      /** Sized as the Lite form does: by what the user wants to get, at the price shown. */
      readonly isLite: boolean;
    }
  | { readonly name: 'spot.cancel'; readonly order: string }
  | { readonly name: 'spot.cancelAll' }
);

/** Recorded part of an answer: enough to check the engine against it. */
export type Answer = {
  readonly id?: string;
  readonly status?: string;
  readonly filled?: string;
  readonly cost?: string;
  readonly fee?: string;
};

export type Acknowledgement = {
  readonly intent: Intent;
  /** `unknown` remains only if the run was aborted. */
  outcome: 'ok' | 'fail' | 'unknown';
  why: string;
  readonly answers: Answer[];
};

type Line =
  | { readonly verb: 'invoke'; readonly intent: Intent }
  | { readonly verb: 'ok'; readonly key: string; readonly answer: Answer }
  | { readonly verb: 'fail' | 'info'; readonly key: string; readonly why: string };

/**
 * Client-side record of its responses; each line is written to the system before the client
 * continues.
 */
export type OrderLog = { write(line: Line): void; close(): void };

export function openOrderLog(file: string): OrderLog {
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
export function readOrderLogs(files: readonly string[]): Acknowledgement[] {
  return files.flatMap((file) => {
    const found = new Map<string, Acknowledgement>();
    for (const text of readFileSync(file, 'utf8').split('\n')) if (text !== '') note(found, JSON.parse(text) as Line);
    return [...found.values()];
  });
}

/** Applies a log line. A request that was refused but executed stays refused: the audit detects it in the tables. */
function note(found: Map<string, Acknowledgement>, line: Line): void {
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
