import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import type { Log } from '../process/log.ts';
import { continueTrace } from '../process/trace.ts';
import { NotSent, type Tx } from './database.ts';
import type { OutboxEvent } from './outbox.ts';
import type { Transact } from './transact.ts';

/** Reader with its own cursor. `handle` runs in the transaction that moves the cursor: both or neither. */
export type Consumer = {
  readonly name: string;
  readonly handle: (tx: Tx, events: readonly OutboxEvent[]) => Promise<void>;
  /** First events of a new cursor: future ones, or all still stored. Undefined: no cursor is created. */
  readonly startAt?: 'now' | 'all' | undefined;
  /** While it returns false, a round reads nothing. */
  readonly isReady?: () => boolean;
  /** Time between two looks that find nothing; half a second without it. */
  readonly everyMs?: number;
};

/** `busy`: another process works for this consumer. `failed`: wait a little before the next attempt. */
export type Drained = 'more' | 'empty' | 'busy' | 'failed';

const BATCH = 200;
const FAILURES_MAX = 3;

/** Registers a consumer, starting at future events or, with `all`, at the first one still stored. */
export async function register(tx: Tx, consumer: string, from: 'now' | 'all'): Promise<void> {
  await sql`
    insert into outbox_cursor (consumer, xid, id)
    values (${consumer}, case when ${from} = 'all' then '0'::xid8 else pg_snapshot_xmin(pg_current_snapshot()) end, 0)
    on conflict (consumer) do nothing`.execute(tx);
}

/** Creates the cursor if needed and returns one round, which handles every event committed so far. */
export async function openConsumer(transact: Transact, consumer: Consumer, log: Log): Promise<() => Promise<void>> {
  const { name, startAt, isReady = () => true } = consumer;
  if (startAt !== undefined) await transact((tx) => register(tx, name, startAt));
  return async () => {
    while (isReady() && (await drain(transact, consumer, log)) === 'more');
  };
}

/**
 * Handles the next events of one consumer. A batch that fails is split; an event that fails alone three times is
 * dead-lettered in `outbox_dead`, with an alarm, so that one poisoned event never stops the rest.
 */
export async function drain(transact: Transact, consumer: Consumer, log: Log): Promise<Drained> {
  try {
    return await take(transact, consumer, BATCH);
  } catch (error) {
    if (!(error instanceof HandlerFailed)) throw error;
  }
  for (let handled = 0; handled < BATCH; handled++) {
    try {
      const result = await take(transact, consumer, 1);
      if (result !== 'more') return result;
    } catch (error) {
      if (!(error instanceof HandlerFailed)) throw error;
      await transact((tx) => noteFailure(tx, consumer.name, error, log));
      return 'failed';
    }
  }
  return 'more';
}

/** Lost connection, lost race, resources, lock or statement timeout, shutdown, disk: another time the same event succeeds. */
const DATABASE_CLASSES = new Set(['08', '40', '53', '55', '57', '58']);

const isOfDatabase = (error: unknown): boolean =>
  error instanceof NotSent || (error instanceof DatabaseError && DATABASE_CLASSES.has(error.code?.slice(0, 2) ?? ''));

/** Failure of the handler itself; only these count against an event. */
class HandlerFailed extends Error {
  readonly first: bigint;

  constructor(error: unknown, first: bigint) {
    super(error instanceof Error ? error.message : String(error), { cause: error });
    this.first = first;
  }
}

function take(transact: Transact, consumer: Consumer, limit: number): Promise<Drained> {
  return transact(async (tx) => {
    const cursor = await lockCursor(tx, consumer.name);
    if (cursor === undefined) return 'busy';
    const events = await readNext(tx, consumer.name, cursor.failures > 0 ? 1 : limit);
    const first = events[0];
    const last = events.at(-1);
    if (first === undefined || last === undefined) return 'empty';
    await handleTraced(tx, consumer, events).catch((error: unknown) => {
      throw isOfDatabase(error) ? error : new HandlerFailed(error, first.id);
    });
    await moveCursor(tx, consumer.name, last);
    return 'more';
  });
}

/** Handles events; each recorded one gets a span, and the handler gets its context instead of the writer's. */
async function handleTraced(tx: Tx, { name, handle }: Consumer, events: readonly OutboxEvent[]): Promise<void> {
  const spans = events.map(({ topic, trace }) =>
    continueTrace(`outbox ${name}`, trace ?? undefined, { kind: 'consumer', attributes: { topic } }),
  );
  const continued = events.map((event, index) => {
    const span = spans[index];
    return span === undefined ? event : { ...event, trace: span.traceparent };
  });
  try {
    await handle(tx, continued);
    for (const span of spans) span?.end();
  } catch (error) {
    for (const span of spans) span?.end(error);
    throw error;
  }
}

type Positioned = OutboxEvent & { readonly xid: string };

/** Locks the cursor: two instances of one consumer never work at once; the second skips it. */
async function lockCursor(tx: Tx, consumer: string): Promise<{ failures: number } | undefined> {
  const { rows } = await sql<{ failures: number }>`
    select failures from outbox_cursor where consumer = ${consumer} for update skip locked`.execute(tx);
  return rows[0];
}

/**
 * Reads events in (xid, id) order and only below the oldest running transaction, which could still commit an event
 * behind the cursor. Reading `id > last` instead loses the events of slow transactions.
 */
async function readNext(tx: Tx, consumer: string, limit: number): Promise<Positioned[]> {
  const { rows } = await sql<Positioned>`
    select o.id, o.xid::text as xid, o.topic, o.payload, o.trace from outbox o
     where (o.xid, o.id) > (select xid, id from outbox_cursor where consumer = ${consumer})
       and o.xid < pg_snapshot_xmin(pg_current_snapshot())
     order by o.xid, o.id limit ${limit}`.execute(tx);
  return rows;
}

async function moveCursor(tx: Tx, consumer: string, last: Positioned): Promise<void> {
  await sql`update outbox_cursor set xid = ${last.xid}::xid8, id = ${last.id}, failures = 0
             where consumer = ${consumer}`.execute(tx);
}

async function noteFailure(tx: Tx, consumer: string, failure: HandlerFailed, log: Log): Promise<void> {
  const cursor = await lockCursor(tx, consumer);
  const [event] = await readNext(tx, consumer, 1);
  // Another instance may have handled it meanwhile; the next event must not be blamed.
  if (cursor === undefined || event?.id !== failure.first) return;
  const about = { consumer, event: String(event.id), topic: event.topic, err: failure };
  if (cursor.failures + 1 < FAILURES_MAX) {
    log.warn(about, 'outbox.event_failed');
    await sql`update outbox_cursor set failures = failures + 1 where consumer = ${consumer}`.execute(tx);
    return;
  }
  log.error(about, 'outbox.event_dead');
  await sql`
    insert into outbox_dead (consumer, id, topic, payload, error)
    values (${consumer}, ${event.id}, ${event.topic}, ${JSON.stringify(event.payload)}, ${failure.message})`.execute(
    tx,
  );
  await moveCursor(tx, consumer, event);
}
