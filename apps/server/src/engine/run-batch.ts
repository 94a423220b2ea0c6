import type { AccountName } from '@app/domain/ledger';
import type { Tx } from '../platform/database.ts';
import { commitLazily, holdLease } from '../platform/lease.ts';
import { publish } from '../platform/outbox.ts';
import { transactOnce } from '../platform/transact.ts';
import { type Decided, decideBatch } from './decide-batch.ts';
import * as store from './engine.store.ts';
import type { Input, Needs } from './product.ts';
import type { Queue, Waiting } from './queue.ts';
import type { Term } from './shard-parts.ts';
import { sideBySide } from './side-by-side.ts';
import type { Reply } from './wire.ts';

/** A batch that is in the database, and whom to tell. */
export type Settled<Command, Rows> = {
  readonly settled: readonly { readonly waiting: Waiting<Command>; readonly reply: Reply }[];
  readonly deferred: readonly Waiting<Command>[];
  readonly rows: readonly Rows[];
  readonly atMs: number;
};

/**
 * One transaction: the lease and its fence, what was done before, the locks, the decisions, the effects. Not tried again
 * by itself, because deciding has changed the state; whoever calls throws the state away where this fails.
 */
export async function runBatch<State, Command, Facts, Rows>(
  term: Term<State, Command, Facts, Rows>,
  batch: readonly Waiting<Command>[],
): Promise<Settled<Command, Rows>> {
  const watch = stopwatch(term);
  await term.reached?.('gathered');
  const result = await transactOnce(term.db)(async (tx) => {
    const atMs = (await holdLease(tx, term.lease)).getTime();
    const { fresh, known } = await sortOutKnown(tx, term, await dropGone(tx, term.queue, batch));
    const inputs = fresh.map((waiting) => inputOf(term, waiting, atMs));
    const needs = term.product.needs(term.state, inputs);
    const names = [...needs.each.flat(), ...needs.others, ...fresh.flatMap(({ wants }) => wants)];
    const longed = longedFor(fresh, needs);
    if (longed.length > 0) await term.ledger.lockPatiently(tx, term.shard.book, longed);
    const [locks, facts] = await sideBySide([
      term.ledger.lockFree(tx, term.shard.book, names),
      term.product.readFacts(tx, term.state, inputs),
    ]);
    await term.reached?.('locked');
    watch('lock');
    const decided = decideBatch(term, { batch: fresh, inputs, needs, locks, facts, nowMs: atMs });
    await term.reached?.('decided');
    watch('decide');
    await writeEffects(tx, term, decided);
    if (decided.done.length === 0 && known.length === 0 && !decided.settled.some(isOfInbox)) await commitLazily(tx);
    watch('write');
    await term.reached?.('committing');
    return { settled: [...known, ...decided.settled], deferred: decided.deferred, rows: decided.rows, atMs };
  });
  watch('commit');
  await term.reached?.('committed');
  measure(term, result);
  return result;
}

/** After so long of taking only what is free a command stands in line, but not many at once: all others wait with it. */
const PATIENT_AFTER_MS = 50;
const PATIENT_MAX = 2;

function longedFor<Command>(batch: readonly Waiting<Command>[], { each }: Needs): readonly AccountName[] {
  const sinceMs = performance.now() - PATIENT_AFTER_MS;
  const accounts = batch.map(({ wants, deferredAtMs = Number.POSITIVE_INFINITY }, at) =>
    deferredAtMs > sinceMs ? [] : [...(each[at] ?? []), ...wants],
  );
  return accounts
    .filter(({ length }) => length > 0)
    .slice(0, PATIENT_MAX)
    .flat();
}

const isOfInbox = <Command>({ waiting }: { readonly waiting: Waiting<Command> }) => waiting.inboxId !== undefined;

/** Work of the inbox whose row is gone was done, by a commit whose answer was lost: nobody waits for another. */
async function dropGone<Command>(
  tx: Tx,
  queue: Queue<Command>,
  batch: readonly Waiting<Command>[],
): Promise<readonly Waiting<Command>[]> {
  const ids = batch.flatMap(({ inboxId }) => inboxId ?? []);
  if (ids.length === 0) return batch;
  const there = await store.findInbox(tx, ids);
  for (const waiting of batch)
    if (waiting.inboxId !== undefined && !there.has(waiting.inboxId)) queue.settle(waiting, undefined);
  return batch.filter(({ inboxId }) => inboxId === undefined || there.has(inboxId));
}

/** Time is the database's; a command's id is its place among all others. */
const inputOf = <State, Command, Facts, Rows>(
  { nextId }: Term<State, Command, Facts, Rows>,
  { command, userId, record }: Waiting<Command>,
  atMs: number,
): Input<Command> => ({ id: nextId(), atMs, command, userId, key: record?.key });

type Known<Command> = { readonly waiting: Waiting<Command>; readonly reply: Reply };

/** Who had their effect before is told the same again; another request under the same key is refused. */
async function sortOutKnown<State, Command, Facts, Rows>(
  tx: Tx,
  { product, state }: Term<State, Command, Facts, Rows>,
  batch: readonly Waiting<Command>[],
): Promise<{ fresh: readonly Waiting<Command>[]; known: readonly Known<Command>[] }> {
  const asked = batch.flatMap(({ userId, record }) => (userId && record ? [{ userId, key: record.slot }] : []));
  const records = await store.findRecords(tx, asked);
  if (records.length === 0) return { fresh: batch, known: [] };
  const byName = new Map(records.map((row) => [`${row.user_id}:${row.key}`, row]));
  const rowOf = ({ userId, record }: Waiting<Command>) => record && byName.get(`${userId}:${record.slot}`);
  const kept = records.map(({ answer }) => answer);
  const answers = await product.recall(tx, state, kept);
  const answerOf = new Map(records.map((row, at) => [row, answers[at]]));
  const known = batch.flatMap((waiting): Known<Command>[] => {
    const row = rowOf(waiting);
    if (row === undefined) return [];
    const isSame = row.route === waiting.record?.route && row.hash === waiting.record.hash;
    return [{ waiting, reply: isSame ? { ok: answerOf.get(row) } : { refused: 'idempotency_key_reused' } }];
  });
  return { fresh: batch.filter((waiting) => rowOf(waiting) === undefined), known };
}

async function writeEffects<State, Command, Facts, Rows>(
  tx: Tx,
  { product, state, ledger, nextId }: Term<State, Command, Facts, Rows>,
  { done, settled, rows, transfers }: Decided<Command, Rows>,
): Promise<void> {
  const handled = settled.flatMap(({ waiting: { inboxId } }) => inboxId ?? []);
  await store.deleteInbox(tx, handled);
  if (done.length === 0) return;
  await sideBySide([
    product.write(tx, state, rows),
    ledger.post(tx, transfers),
    store.insertRecords(tx, done.flatMap(recordOf)),
    publish(tx, nextId, product.events(state, rows)),
  ]);
}

const recordOf = <Command>(done: { readonly waiting: Waiting<Command>; readonly record: unknown }) => {
  const { userId, record } = done.waiting;
  return userId === undefined || record === undefined
    ? []
    : [{ key: record.slot, route: record.route, hash: record.hash, userId, answer: done.record }];
};

function stopwatch<State, Command, Facts, Rows>({ meter }: Term<State, Command, Facts, Rows>) {
  let sinceMs = performance.now();
  return (phase: Parameters<typeof meter.phase>[0]) => {
    const nowMs = performance.now();
    meter.phase(phase, nowMs - sinceMs);
    sinceMs = nowMs;
  };
}

function measure<State, Command, Facts, Rows>(
  { meter }: Term<State, Command, Facts, Rows>,
  { settled, deferred }: Settled<Command, Rows>,
): void {
  const done = settled.filter(({ reply }) => 'ok' in reply).length;
  meter.batch(settled.length + deferred.length);
  meter.decided('done', done);
  meter.decided('refused', settled.length - done);
  meter.decided('deferred', deferred.length);
}
