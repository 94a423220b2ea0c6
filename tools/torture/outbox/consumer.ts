import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '@app/server/platform/db/database';
import type { OutboxEvent } from '@app/server/platform/db/outbox';
import { type Consumer, type Drained, drain } from '@app/server/platform/db/outbox-consumer';
import { type Transact, transactOn } from '@app/server/platform/db/transact';
import { openLog } from '@app/server/platform/process/log';
import { sql } from 'kysely';
import { seeded } from '../../trial/random.ts';
import { classify } from '../ledger-load.ts';
import { LATE, type Where } from './writers.ts';

/** Process of one consumer: `node consumer.ts <url> <consumer> <seed>`, until the rig kills it. */
const [url = '', name = '', seed = '0'] = process.argv.slice(2);
const WORK_MS_MAX = 30;
/** Delay between work and cursor, long enough for the rig to receive the message and kill, even on a busy machine. */
const BETWEEN_MS = 300;
const IDLE_MS = 5;
const ONE_FAILS_IN = 100;

process.once('disconnect', () => process.exit()); // The rig is gone.

const below = seeded(Number(seed));
const log = openLog(name, 'silent');
const transact = transactOn(openDatabase({ url, connectionsMax: 1, name: `consumer-${name}` }, log).db);

const send = (where: Where) => process.send?.(where);

/** Consumer that works slowly, so that most kills hit its transaction, and sometimes fails, as handlers do. */
const consumer: Consumer = {
  name,
  handle: async (tx, events) => {
    send('inside');
    await sql`insert into handled (consumer, event_id)
              select ${name}, unnest(${events.map(({ id }) => String(id))}::bigint[])`.execute(tx);
    await pause(below(WORK_MS_MAX + 1));
    if (name !== LATE && below(ONE_FAILS_IN) === 0) throw new Error('a handler had a bad moment');
  },
};

async function standBetween(): Promise<void> {
  send('between');
  await pause(BETWEEN_MS);
}

/** Drains once and, like a product process, retries if a busy machine caused a timeout. */
async function drainOnce(): Promise<Drained> {
  try {
    return await (name === LATE
      ? drainWithLateCursor(transact, consumer, standBetween)
      : drain(transact, consumer, log));
  } catch (error) {
    if (classify(error).kind === 'unknown') return 'empty';
    throw error;
  }
}

for (;;) {
  const result = await drainOnce();
  send(result === 'busy' ? 'busy' : 'outside');
  if (result !== 'more') await pause(IDLE_MS);
}

type Positioned = OutboxEvent & { readonly xid: string };

/** Reads like `drain`, but commits the work first and moves the cursor afterwards; a control. */
async function drainWithLateCursor(
  transact: Transact,
  { name, handle }: Consumer,
  between: () => Promise<void>,
): Promise<Drained> {
  const last = await transact(async (tx) => {
    const { rows } = await sql<Positioned>`
      select o.id, o.xid::text as xid, o.topic, o.payload from outbox o
       where (o.xid, o.id) > (select xid, id from outbox_cursor where consumer = ${name})
         and o.xid < pg_snapshot_xmin(pg_current_snapshot())
       order by o.xid, o.id limit 200`.execute(tx);
    if (rows.length > 0) await handle(tx, rows);
    return rows.at(-1);
  });
  if (last === undefined) return 'empty';
  await between();
  await transact(async (tx) => {
    await sql`update outbox_cursor set xid = ${last.xid}::xid8, id = ${last.id} where consumer = ${name}`.execute(tx);
  });
  return 'more';
}
