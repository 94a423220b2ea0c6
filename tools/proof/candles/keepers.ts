import { createCandleKeeper, type SealedBlock } from '@app/server/modules/market';
import type { Database } from '@app/server/platform/db/database';

type CandleKeeper = ReturnType<typeof createCandleKeeper>;

/** Counts of each way a keeper ended, without attempts that had no effect. */
export type Deaths = {
  readonly counts: Readonly<Record<string, number>>;
  after(blocks: readonly SealedBlock[]): Promise<void>;
};

type Places = { readonly feed: Database; readonly root: Database; readonly random: (end: number) => number };

/** Kills active connections only: idle ones have no work in progress. */
const KILL = `select pg_terminate_backend(pid) from pg_stat_activity
  where usename = 'feed' and datname = current_database() and state <> 'idle'`;

/** Runs one candle keeper after another and picks at random how each ends. */
export function createDeaths({ feed, root, random }: Places): Deaths {
  const start = () => createCandleKeeper({ db: feed.db });
  const counts = { lived: 0, 'died before flush': 0, 'missed blocks': 0, 'flushed late': 0, 'lost its connection': 0 };
  let keeper = start();
  /** Returns whether the end took effect. */
  const ends: readonly [keyof typeof counts, (blocks: readonly SealedBlock[]) => Promise<boolean>][] = [
    ['lived', () => flush(keeper).then(() => true)],
    ['died before flush', async (blocks) => await isUnwritten(root, blocks)],
    [
      'missed blocks',
      async (blocks) => {
        keeper = start();
        keeper.take(blocks.slice(1 + random(blocks.length)));
        await flush(keeper);
        return true;
      },
    ],
    [
      'flushed late',
      async (blocks) => {
        const old = keeper;
        const next = start();
        const isToDo = await isUnwritten(root, blocks);
        await Promise.all([flush(next), flush(old)]);
        keeper = next;
        return isToDo;
      },
    ],
    [
      'lost its connection',
      async () => {
        const [flushed] = await Promise.allSettled([keeper.flush(), root.pool.query(KILL)]);
        return flushed.status === 'rejected'; // Or the flush finished first; the moment is random.
      },
    ],
    ['lost its connection', async () => await killWriting(root, () => keeper.flush())],
  ];
  let lots = [...ends];
  const after: Deaths['after'] = async (blocks) => {
    keeper.take(blocks);
    if (lots.length === 0) lots = [...ends]; // Drawn without repetition, so each end occurs in a short week too.
    const [end] = lots.splice(random(lots.length), 1);
    if (end === undefined) return;
    const [name, happen] = end;
    if (await happen(blocks)) counts[name] += 1;
    if (name !== 'lived') keeper = start();
  };
  return { counts, after };
}

const LOCK_TIMEOUT = '55P03';

/** Flushes, and again after a lock timeout, as the feed's loop does: on a busy machine two keepers wait for each other. */
const flush = (keeper: CandleKeeper): Promise<void> =>
  keeper.flush().catch((error: unknown) => {
    const isLockTimeout = error instanceof Error && 'code' in error && error.code === LOCK_TIMEOUT;
    return isLockTimeout ? flush(keeper) : Promise.reject(error);
  });

/** Checks whether the blocks are not written yet, so that a kill loses something. */
async function isUnwritten({ pool }: Database, blocks: readonly SealedBlock[]): Promise<boolean> {
  const { rows } = await pool.query<{ block: bigint }>('select block from candle_cursor');
  return Number(rows[0]?.block) < (blocks.at(-1)?.number ?? 0);
}

const COUNT_WAITING = `select count(*)::int as count from pg_stat_activity
  where usename = 'feed' and datname = current_database() and wait_event_type = 'Lock'`;
const TRIES = 2_000;

/**
 * Locks the candle table, so that a flush with bars blocks mid-write and is killed there. Polls on another connection,
 * because `pg_stat_activity` does not change inside a transaction.
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
