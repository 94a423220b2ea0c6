import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '@app/base';
import { count } from '../rig.ts';
import type { AnyIntent, OrderLog } from './order-log.ts';

/** How the clients of a product talk to its engine. */
export type LoadProduct<Intent extends AnyIntent, Answer> = {
  shardOf(intent: Intent): string;
  send(intent: Intent): Promise<unknown>;
  /** Returns the part of an answer that is recorded; the audit checks it field by field. */
  answerOf(answer: unknown): Answer;
  /** Whether this load can receive a refusal; any other fails the run. */
  isExpected(intent: Intent, code: string): boolean;
};

/** Send time and shard of an acknowledged request, used to measure recovery. */
type Acknowledged = { readonly shard: string; readonly sentMs: number; readonly atMs: number };

/** State shared by the clients of one run. */
export type Load<Intent extends AnyIntent = AnyIntent, Answer = unknown> = {
  readonly product: LoadProduct<Intent, Answer>;
  stopping: boolean;
  broken: string | undefined;
  /** No new requests start; running ones are completed. */
  isGated: boolean;
  /** Number of requests without a known outcome yet. */
  busy: number;
  /** Requests that timed out at the client and may still be answered. */
  late: number;
  acknowledged: number;
  /** Requests sent more than once before the outcome was known. */
  repeated: number;
  readonly answers: Map<string, number>;
  /** Acknowledgements since the last reset. */
  recent: Acknowledged[];
};

export const newLoad = <Intent extends AnyIntent, Answer>(
  product: LoadProduct<Intent, Answer>,
): Load<Intent, Answer> => ({
  product,
  stopping: false,
  broken: undefined,
  isGated: false,
  busy: 0,
  late: 0,
  acknowledged: 0,
  repeated: 0,
  answers: new Map(),
  recent: [],
});

/** What concerns the rig, whatever the product. */
export type AnyLoad = Omit<Load, 'product'>;

/** Aborts the run and keeps the first reason; later ones are usually consequences. */
export function breakOff(load: AnyLoad, why: string): void {
  load.broken ??= why;
  load.stopping = true;
}

const QUIET_MS_MAX = 60_000;

/** Runs `work` while no client trades. */
export async function whileQuiet<Value>(load: AnyLoad, work: () => Promise<Value>): Promise<Value> {
  load.isGated = true;
  try {
    await poll(() => load.busy === 0 || load.broken !== undefined, 'a quiet moment', QUIET_MS_MAX);
    return await work();
  } finally {
    load.isGated = false;
  }
}

export async function poll(isSo: () => boolean, what: string, withinMs: number): Promise<void> {
  for (const deadlineMs = performance.now() + withinMs; !isSo(); await pause(5)) {
    if (performance.now() > deadlineMs) throw new Error(`waited in vain for: ${what}`);
  }
}

/** Client timeout, shorter than the engine's: a retry then has two requests in flight. */
const PATIENCE_MS = 500;
const RETRY_MS = 25;

/** Codes for an unknown outcome or no effect: retry with the same key. */
const UNKNOWN = ['result_unknown', 'engine_unavailable', 'account_busy', 'too_late'];

export type Reply<Answer> =
  | { readonly kind: 'ok'; readonly answer: Answer }
  | { readonly kind: 'refused'; readonly code: string };

/** Retries with the same key until the outcome is known; it is never assumed. */
export async function settle<Intent extends AnyIntent, Answer>(
  load: Load<Intent, Answer>,
  intent: Intent,
  log: OrderLog<Intent, Answer>,
): Promise<Reply<Answer> | undefined> {
  load.busy += 1;
  try {
    log.write({ verb: 'invoke', intent });
    for (let tries = 1; load.broken === undefined; tries++) {
      const reply = await requestOnce(load, intent, log);
      if (reply !== undefined) {
        if (tries > 1) load.repeated += 1;
        return reply;
      }
      await pause(RETRY_MS);
    }
    return undefined;
  } finally {
    load.busy -= 1;
  }
}

async function requestOnce<Intent extends AnyIntent, Answer>(
  load: Load<Intent, Answer>,
  intent: Intent,
  log: OrderLog<Intent, Answer>,
): Promise<Reply<Answer> | undefined> {
  const { product } = load;
  const shard = product.shardOf(intent);
  const sentMs = performance.now();
  const toOk = (answer: unknown): Reply<Answer> => ({ kind: 'ok', answer: product.answerOf(answer) });
  const pending = product.send(intent).then(toOk, toRefused);
  const reply = await Promise.race([pending, pause(PATIENCE_MS, undefined, { ref: false })]);
  if (reply === undefined) {
    listenOn(load, intent, { pending, log });
    return resolve(load, { intent, log }, 'impatient');
  }
  if (reply.kind === 'refused') return resolve(load, { intent, log }, reply.code);
  log.write({ verb: 'ok', key: intent.key, answer: reply.answer });
  load.acknowledged += 1;
  load.recent.push({ shard, sentMs, atMs: performance.now() });
  return reply;
}

function toRefused(error: unknown): Reply<never> {
  return { kind: 'refused', code: error instanceof Refusal ? error.code : String(error) };
}

type Sent<Intent extends AnyIntent, Answer> = {
  readonly intent: Intent;
  readonly log: OrderLog<Intent, Answer>;
};

/** Records a code; returns undefined if the outcome is still unknown. */
function resolve<Intent extends AnyIntent, Answer>(
  load: Load<Intent, Answer>,
  { intent, log }: Sent<Intent, Answer>,
  code: string,
): Reply<Answer> | undefined {
  const { key } = intent;
  count(load.answers, code);
  if (code === 'impatient' || UNKNOWN.includes(code)) return void log.write({ verb: 'info', key, why: code });
  if (!load.product.isExpected(intent, code)) {
    log.write({ verb: 'info', key, why: code });
    return void breakOff(load, `${intent.name} ${key} was answered ${code}`);
  }
  log.write({ verb: 'fail', key, why: code });
  return { kind: 'refused', code };
}

/** Records a late answer: the audit compares it with the other answers to the same key. */
function listenOn<Intent extends AnyIntent, Answer>(
  load: Load<Intent, Answer>,
  { key }: Intent,
  { pending, log }: { pending: Promise<Reply<Answer>>; log: OrderLog<Intent, Answer> },
): void {
  load.late += 1;
  void pending.then((reply) => {
    load.late -= 1;
    if (reply.kind === 'ok') log.write({ verb: 'ok', key, answer: reply.answer });
  });
}
