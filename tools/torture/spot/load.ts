import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '@app/base';
import { cancelAllCommand, cancelCommand, placeCommand, readCommand } from '@app/protocol/engine';
import type { Engine } from '@app/server/engine/client';
import { count } from '../rig.ts';
import type { Answer, Intent, OrderLog } from './order-log.ts';
import { POISON_QUANTITY, SHARDS } from './terms.ts';

/** Send time and shard of an acknowledged request, used to measure recovery. */
type Acknowledged = { readonly shard: string; readonly sentMs: number; readonly atMs: number };

/** State shared by the clients of one run. */
export type Load = {
  readonly engine: Engine;
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

export const newLoad = (engine: Engine): Load => ({
  engine,
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

/** Aborts the run and keeps the first reason; later ones are usually consequences. */
export function breakOff(load: Load, why: string): void {
  load.broken ??= why;
  load.stopping = true;
}

const QUIET_MS_MAX = 60_000;

/** Runs `work` while no client trades. */
export async function whileQuiet<Value>(load: Load, work: () => Promise<Value>): Promise<Value> {
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

/** Every refusal this load can receive; anything else fails the run. */
const REFUSED = [
  ...['insufficient_balance', 'too_many_orders', 'would_take', 'own_order_crossed', 'nothing_offered'],
  ...['order_state_changed', 'no_live_price', 'price_stale', 'personal_limit_reached', 'cooling_off'],
];
/** Codes for an unknown outcome or no effect: retry with the same key. */
const UNKNOWN = ['result_unknown', 'engine_unavailable', 'account_busy', 'too_late'];

type Reply = { readonly kind: 'ok'; readonly answer: Answer } | { readonly kind: 'refused'; readonly code: string };

/** Retries with the same key until the outcome is known; it is never assumed. */
export async function settle(load: Load, intent: Intent, log: OrderLog): Promise<Reply | undefined> {
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

async function requestOnce(load: Load, intent: Intent, log: OrderLog): Promise<Reply | undefined> {
  const shard = SHARDS[intent.mode];
  const sentMs = performance.now();
  const pending = send(load, shard, intent).then(toOk, toRefused);
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

const toOk = (answer: unknown): Reply => {
  const { id, status, filled, cost, fee } = answer as Answer; // The audit checks it field by field.
  return { kind: 'ok', answer: { ...(id && { id }), ...(status && { status, filled, cost, fee }) } as Answer };
};

function toRefused(error: unknown): Reply {
  return { kind: 'refused', code: error instanceof Refusal ? error.code : String(error) };
}

type Sent = { readonly intent: Intent; readonly log: OrderLog };

/** Records a code; returns undefined if the outcome is still unknown. */
function resolve(load: Load, { intent, log }: Sent, code: string): Reply | undefined {
  const { key } = intent;
  count(load.answers, code);
  if (code === 'impatient' || UNKNOWN.includes(code)) return void log.write({ verb: 'info', key, why: code });
  const isExpected = isPoison(intent) ? code === 'internal' : REFUSED.includes(code);
  if (!isExpected) {
    log.write({ verb: 'info', key, why: code });
    return void breakOff(load, `${intent.name} ${key} was answered ${code}`);
  }
  log.write({ verb: 'fail', key, why: code });
  return { kind: 'refused', code };
}

export const isPoison = (intent: Intent) =>
  intent.name === 'spot.place' && 'quantity' in intent.request && intent.request.quantity === POISON_QUANTITY;

/** Records a late answer: the audit compares it with the other answers to the same key. */
function listenOn(load: Load, { key }: Intent, { pending, log }: { pending: Promise<Reply>; log: OrderLog }): void {
  load.late += 1;
  void pending.then((reply) => {
    load.late -= 1;
    if (reply.kind === 'ok') log.write({ verb: 'ok', key, answer: reply.answer });
  });
}

const ROUTES = {
  'spot.place': 'POST /coin/trade',
  'spot.cancel': 'PUT /coin/trade',
  'spot.cancelAll': 'POST /plus/orders/cancel-all',
} as const;

function send({ engine }: Load, shard: string, intent: Intent): Promise<unknown> {
  const { key, user, name } = intent;
  const source = (fields: object) => ({
    userId: BigInt(user),
    key,
    route: ROUTES[name],
    body: JSON.stringify(fields),
  });
  if (intent.name === 'spot.place') {
    const fields = { market: intent.market, request: intent.request };
    return engine.request(shard, source(fields), placeCommand, readCommand([placeCommand], name, fields));
  }
  if (intent.name === 'spot.cancel') {
    const fields = { order: intent.order };
    return engine.request(shard, source(fields), cancelCommand, { order: BigInt(intent.order) });
  }
  const fields = { reason: 'user' } as const;
  return engine.request(shard, source(fields), cancelAllCommand, fields);
}
