import { createCandleKeeper, type SealedBlock } from '@app/server/modules/market';
import type { Database } from '@app/server/platform/database';

/** How often each end came about, the ends that were missed not counted. */
export type Deaths = {
  readonly counts: Readonly<Record<string, number>>;
  after(blocks: readonly SealedBlock[]): Promise<void>;
};

type Places = { readonly feed: Database; readonly root: Database; readonly random: (end: number) => number };

/** Whoever is at work: those who only wait had nothing begun. */
const KILL = `select pg_terminate_backend(pid) from pg_stat_activity
  where usename = 'feed' and datname = current_database() and state <> 'idle'`;

/** One keeper after the other, and how each came to its end is drawn by lot. */
export function createDeaths({ feed, root, random }: Places): Deaths {
  const start = () => createCandleKeeper({ db: feed.db });
  const counts = { lived: 0, 'died before flush': 0, 'missed blocks': 0, 'flushed late': 0, 'lost its connection': 0 };
  let keeper = start();
  /** Each says whether it came about. */
  const ends: readonly [keyof typeof counts, (blocks: readonly SealedBlock[]) => Promise<boolean>][] = [
    ['lived', () => keeper.flush().then(() => true)],
    ['died before flush', async (blocks) => await isUnwritten(root, blocks)],
    [
      'missed blocks',
      async (blocks) => {
        keeper = start();
        keeper.take(blocks.slice(1 + random(blocks.length)));
        await keeper.flush();
        return true;
      },
    ],
    [
      'flushed late',
      async (blocks) => {
        const old = keeper;
        const next = start();
        const isToDo = await isUnwritten(root, blocks);
        await Promise.all([next.flush(), old.flush()]);
        keeper = next;
        return isToDo;
      },
    ],
    [
      'lost its connection',
      async () => {
        const [flushed] = await Promise.allSettled([keeper.flush(), root.pool.query(KILL)]);
        return flushed.status === 'rejected'; // Or it was quicker: by chance in the midst of anything.
      },
    ],
    ['lost its connection', async () => await killWriting(root, () => keeper.flush())],
  ];
  let lots = [...ends];
  const after: Deaths['after'] = async (blocks) => {
    keeper.take(blocks);
    if (lots.length === 0) lots = [...ends]; // None is drawn again before all were: each comes about in a short week too.
    const [end] = lots.splice(random(lots.length), 1);
    if (end === undefined) return;
    const [name, happen] = end;
    if (await happen(blocks)) counts[name] += 1;
    if (name !== 'lived') keeper = start();
  };
  return { counts, after };
}

/** Whether there is anything to lose. */
async function isUnwritten({ pool }: Database, blocks: readonly SealedBlock[]): Promise<boolean> {
  const { rows } = await pool.query<{ block: bigint }>('select block from candle_cursor');
  return Number(rows[0]?.block) < (blocks.at(-1)?.number ?? 0);
}

const COUNT_WAITING = `select count(*)::int as count from pg_stat_activity
  where usename = 'feed' and datname = current_database() and wait_event_type = 'Lock'`;
const TRIES = 2_000;

/**
 * Nobody can write bars, so a flush that has any stands in the middle of its work until it is killed there. Asked on
 * another connection: inside a transaction activity does not change.
 */
async function killWriting({ pool }: Database, flush: () => Promise<void>): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('lock table candle in exclusive mode');
    const flushed = flush().then(
      () => 'written',
      (error: unknown) => String(error),
    );
    for (let tries = 0, waiting = 0; waiting === 0 && tries < TRIES; tries++)
      waiting = (await pool.query<{ count: number }>(COUNT_WAITING)).rows[0]?.count ?? 0;
    await pool.query(KILL);
    await client.query('rollback');
    return (await flushed) !== 'written';
  } finally {
    client.release();
  }
}
