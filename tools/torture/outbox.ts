import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '@app/server/platform/db/database';
import { register } from '@app/server/platform/db/outbox-consumer';
import { transactOn } from '@app/server/platform/db/transact';
import { openLog } from '@app/server/platform/process/log';
import { type FreshDatabase, freshDatabase } from '@app/testkit';
import pg from 'pg';
import { startPrivateServices } from '../services/private-services.ts';
import { seeded } from '../trial/random.ts';
import type { Trial, TrialOptions, Verdict } from '../trial/trial.ts';
import { Crowd } from './outbox/crowd.ts';
import { CONSUMERS, LATE, type Written, writeUntil } from './outbox/writers.ts';

/** Time limits; both phases normally end earlier. */
const DRAINED_MS_MAX = 180_000;
const FAULT_RUN_MS_MAX = 180_000;
const LONG = { writeMs: 10_000, killsMin: 30 };
const SHORT = { writeMs: 3_000, killsMin: 6 };

type Run = {
  readonly written: Written;
  readonly crowd: Pick<Crowd, 'kills' | 'ended' | 'meetings'>;
  readonly findings: Findings;
  readonly naiveLost: number;
};

/** TT-06's outbox. Two controls run under the same kills: one must lose events, the other must handle some twice. */
export const outbox: Trial = {
  name: 'outbox',
  claim: 'no event is lost and none is handled twice, whoever dies',
  touches: ['apps/server/src/platform/'],
  seconds: 20,
  isMoney: true,
  rig: 'queues',
  run: async (options) => {
    const services = await startPrivateServices('outbox');
    try {
      const run = await runFaults(await freshDatabase(services.urls.postgres), options);
      for (const line of [...describe(run), ...describeControls(run)]) options.print(line);
      return judge(run, (options.short ? SHORT : LONG).killsMin);
    } finally {
      await services.stop();
    }
  },
};

async function runFaults(database: FreshDatabase, { short, seed }: TrialOptions): Promise<Run> {
  await using cleanUp = new AsyncDisposableStack();
  const eye = new pg.Client({ connectionString: database.urlOf('postgres') });
  eye.on('error', () => {}); // Its query fails too, with the error.
  await eye.connect();
  cleanUp.defer(() => eye.end());
  await prepare(database, eye);
  const crowd = new Crowd(database.urlOf('worker'), seeded(seed));
  cleanUp.defer(() => crowd.stop());
  const naive = await startNaiveReader(database.urlOf('worker'));
  cleanUp.defer(async () => void (await naive.stop()));
  const written = await writeUnderKills(database.urlOf('app'), crowd, { ...(short ? SHORT : LONG), seed: seed + 1 });
  const deadlineMs = performance.now() + DRAINED_MS_MAX;
  while (performance.now() < deadlineMs && (await countBehind(eye)) > 0) await pause(50);
  const seen = await naive.stop();
  await crowd.stop();
  const naiveLost = written.committed.filter((id) => !seen.has(String(id))).length;
  return { written, crowd, naiveLost, findings: await check(eye, written) };
}

type Weather = { readonly writeMs: number; readonly killsMin: number; readonly seed: number };

/** Writes for as long as processes are killed; if either side fails, the other ends too. */
async function writeUnderKills(url: string, crowd: Crowd, { writeMs, killsMin, seed }: Weather): Promise<Written> {
  const below = seeded(seed);
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  const startedMs = performance.now();
  const kill = async () => {
    while (!isOver && (performance.now() < startedMs + writeMs || !hasSeenAll(crowd, killsMin))) {
      await pause(below((1.4 * writeMs) / killsMin));
      if (!isOver) await crowd.killOne(below(2) === 0);
      if (performance.now() > startedMs + FAULT_RUN_MS_MAX) break;
    }
  };
  const writing = writeUntil(url, () => isOver, seed).finally(end);
  const [written, killed] = await Promise.allSettled([writing, kill().finally(end)]);
  if (killed.status === 'rejected') throw killed.reason;
  if (written.status === 'rejected') throw written.reason;
  return written.value;
}

/** Checks that the run has had every kind of event it needs to be meaningful. A busy machine takes longer. */
const hasSeenAll = ({ kills, meetings }: Crowd, killsMin: number) =>
  kills.total >= killsMin && kills.inside > 0 && kills.between > 0 && meetings > 0;

/** Prepares the database. `handled` has no unique constraint: it must record duplicates, not refuse them. */
async function prepare(database: FreshDatabase, eye: pg.Client): Promise<void> {
  await eye.query('create table handled (consumer text not null, event_id bigint not null)');
  await eye.query('grant insert on handled to worker');
  const { db, close } = openDatabase({ url: database.urlOf('worker'), connectionsMax: 1 }, openLog('outbox', 'silent'));
  await transactOn(db)(async (tx) => {
    for (const name of [...CONSUMERS, LATE]) await register(tx, name, 'all');
  });
  await close();
}

function judge(run: Run, killsMin: number): Verdict {
  const { written, crowd, findings, naiveLost } = run;
  const { lateTwice, ...wrongs } = findings;
  const isClean = Object.values(wrongs).every((count) => count === 0) && crowd.ended.length === 0;
  const { kills, meetings } = crowd;
  const isBusy = kills.total >= killsMin && kills.inside > 0 && meetings > 0 && written.rolledBack.length > 0;
  const areSeen = naiveLost > 0 && lateTwice > 0;
  return {
    holds: isClean && isBusy && areSeen && written.committed.length > 0,
    figure: [...describe(run), ...(areSeen ? [] : ['THE RIG IS BLIND']), ...describeControls(run)].join('; '),
  };
}

function describe({ written, crowd: { kills, ended, meetings }, findings }: Run): string[] {
  const { committed, rolledBack, transactions } = written;
  const { vanished, strangers, ghosts, deadLettered, lost, twice } = findings;
  const odd = Object.entries({ vanished, strangers, 'dead-lettered': deadLettered }).filter(([, count]) => count > 0);
  return [
    `${committed.length} events committed and ${rolledBack.length} rolled back in ${transactions} transactions`,
    `${kills.total} kills, ${kills.inside} of them inside a handler`,
    `${meetings} times two processes of one consumer met`,
    `over ${CONSUMERS.length} consumers ${lost} lost, ${twice} handled twice, ${ghosts} handled though rolled back`,
    ...odd.map(([what, count]) => `${count} ${what}`),
    ...ended.map((who) => `ENDED BY ITSELF: ${who}`),
  ];
}

function describeControls({ written: { committed }, crowd: { kills }, findings, naiveLost }: Run): string[] {
  return [
    `control id > last: lost ${naiveLost} (${((100 * naiveLost) / committed.length).toFixed(1)} %)`,
    `control cursor after the work: ${findings.lateTwice} handled twice by ${kills.between} kills`,
  ];
}

type NaiveReader = { stop(): Promise<ReadonlySet<string>> };

const EVERY_MS = 10;

/** Follows the outbox by `id > last`; a control that must lose events committed after a higher id. */
async function startNaiveReader(url: string): Promise<NaiveReader> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // Its query fails too.
  await client.connect();
  const seen = new Set<string>();
  let last = '0';
  let isStopping = false;
  const readOn = async () => {
    const { rows } = await client.query<{ id: string }>('select id from outbox where id > $1 order by id', [last]);
    for (const { id } of rows) seen.add(id);
    last = rows.at(-1)?.id ?? last;
  };
  const following = (async () => {
    while (!isStopping) {
      await readOn();
      await pause(EVERY_MS);
    }
    await readOn(); // Reads the remaining rows, so that only the naive rule itself loses events.
  })().finally(() => client.end());
  following.catch(() => {}); // Reported by stop, which ends every run.
  return {
    stop: async () => {
      isStopping = true;
      await following;
      return seen;
    },
  };
}

type Findings = {
  /** Acknowledged as committed but not in the table; in the table but not acknowledged. */
  readonly vanished: number;
  readonly strangers: number;
  /** Over the three consumers: events never handled, handled more than once, handled but never committed. */
  readonly lost: number;
  readonly twice: number;
  readonly ghosts: number;
  readonly deadLettered: number;
  /** Events the control with the late cursor handled more than once. */
  readonly lateTwice: number;
};

const COUNTS = `
  with handled_by as (select consumer, event_id, count(*) as times from handled group by consumer, event_id)
  select
    (select count(*) from committed t where not exists (select from outbox o where o.id = t.id)) as vanished,
    (select count(*) from outbox o where not exists (select from committed t where t.id = o.id)) as strangers,
    (select count(*) from committed t cross join unnest($1::text[]) as c (consumer) where not exists
       (select from handled_by h where h.consumer = c.consumer and h.event_id = t.id)) as lost,
    (select count(*) from handled_by where consumer = any($1) and times > 1) as twice,
    (select count(*) from handled h where not exists (select from committed t where t.id = h.event_id)) as ghosts,
    (select count(*) from outbox_dead) as "deadLettered",
    (select count(*) from handled_by where consumer = $2 and times > 1) as "lateTwice"`;

/** Compares acknowledged events, the table, and each consumer's handled events, in independent SQL. */
async function check(eye: pg.Client, { committed }: Written): Promise<Findings> {
  await eye.query('create table committed (id bigint primary key)');
  await eye.query('insert into committed select unnest($1::bigint[])', [committed.map(String)]);
  const { rows } = await eye.query<Record<keyof Findings, string>>(COUNTS, [[...CONSUMERS], LATE]);
  const counts = Object.entries(rows[0] ?? {}).map(([what, count]) => [what, Number(count)]);
  return Object.fromEntries(counts) as Findings; // The columns match.
}

/** Returns how many consumers, including the control, still have unhandled events. */
async function countBehind(eye: pg.Client): Promise<number> {
  const { rows } = await eye.query<{ behind: string }>(
    `select count(*) as behind from outbox_cursor c
      where exists (select from outbox o where (o.xid, o.id) > (c.xid, c.id))`,
  );
  return Number(rows[0]?.behind);
}
