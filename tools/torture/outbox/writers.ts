import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '@app/server/platform/db/database';
import { publish } from '@app/server/platform/db/outbox';
import { ResultUnknown, type Transact, transactOn } from '@app/server/platform/db/transact';
import { claimWriter, type NextId } from '@app/server/platform/db/writer';
import { openLog } from '@app/server/platform/process/log';
import { sql } from 'kysely';
import { seeded } from '../../trial/random.ts';
import { classify } from '../ledger-load.ts';

/** Ids of all events as known to the writers: acknowledged as committed, or rolled back on purpose. */
export type Written = { readonly committed: bigint[]; readonly rolledBack: bigint[]; transactions: number };

const WRITERS = 12;
const SLEEP_MS_MAX = 60;
const EVENTS_MAX = 5;
const ONE_ROLLS_BACK_IN = 8;

/** Writes until `isOver`; returns when the last transaction has ended. */
export async function writeUntil(url: string, isOver: () => boolean, seed: number): Promise<Written> {
  const { db, close } = openDatabase({ url, connectionsMax: WRITERS }, openLog('outbox-writers', 'silent'));
  const written: Written = { committed: [], rolledBack: [], transactions: 0 };
  try {
    const writer = { transact: transactOn(db), nextId: await claimWriter(db), written };
    const write = async (index: number) => {
      const below = seeded(seed + index);
      while (!isOver()) await writeOnce(writer, below);
    };
    await Promise.all(Array.from({ length: WRITERS }, (_, index) => write(index)));
    return written;
  } finally {
    await close();
  }
}

type Writer = { transact: Transact; nextId: NextId; written: Written };

class OnPurpose extends Error {}

/** Checks whether the server ended a transaction because its client was too slow: it had no effect. */
const wasStarved = (error: unknown) => !(error instanceof ResultUnknown) && classify(error).kind === 'unknown';

/**
 * Writes one transaction: its xid is assigned early or late and its events are written in one statement or two, so
 * commit order follows neither ids nor xids.
 */
async function writeOnce({ transact, nextId, written }: Writer, below: (end: number) => number): Promise<void> {
  let made: bigint[] = [];
  const nap = () => pause(below(SLEEP_MS_MAX + 1));
  const note: NextId = () => {
    const id = nextId();
    made.push(id);
    return id;
  };
  const work = transact(async (tx) => {
    made = [];
    if (below(2) === 0) await sql`select pg_current_xact_id()`.execute(tx);
    await nap();
    const events = Array.from({ length: 1 + below(EVENTS_MAX) }, (_, n) => ({ topic: TOPIC, payload: { n } }));
    const cut = below(events.length);
    await publish(tx, note, events.slice(0, cut));
    await nap();
    await publish(tx, note, events.slice(cut));
    await nap();
    if (below(ONE_ROLLS_BACK_IN) === 0) throw new OnPurpose();
  });
  const isCommitted = await work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof OnPurpose || wasStarved(error)) return false;
      throw error; // No other failure is allowed.
    },
  );
  (isCommitted ? written.committed : written.rolledBack).push(...made);
  written.transactions += 1;
}

/** Consumers under test. */
export const CONSUMERS = ['c1', 'c2', 'c3'] as const;
/** Control that moves its cursor in a second transaction, after the work. */
export const LATE = 'late';

/**
 * Progress that a consumer process reports to the rig, so that a kill can be aimed and counted. `busy`: another process
 * of the same consumer is working.
 */
export type Where = 'outside' | 'inside' | 'between' | 'busy';

const TOPIC = 'torture.event.written';
