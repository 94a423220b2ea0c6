import { setTimeout as pause } from 'node:timers/promises';
import { CHECKPOINTS, type Checkpoint } from '@app/server/engine/leadership';
import type { SealedBlock } from '@app/server/modules/market';
import { openLog } from '@app/server/platform/process/log';
import type pg from 'pg';
import { seeded } from '../../trial/random.ts';
import { connectTo, openPool, urlOf } from './clients.ts';
import { type Lane, openLanes, type Trap, toTicks } from './lanes.ts';
import { startSealing, untilQuiet } from './sealing.ts';
import { INBOX_COMMAND, type Interleaved, type Sabotage, SHARDS, USERS } from './terms.ts';

type Plan = {
  readonly adminUrl: string;
  readonly count: number;
  readonly seed: number;
  readonly sabotage: Sabotage;
};

const SEAL_EVERY_MS = 25;
/** Longer than a silent leader keeps its lease: another one takes over meanwhile. */
const LONG_PAUSE_MS = 4_400;
const ONE_IN_IS_LONG = 60;

type Below = (end: number) => number;
type Counts = { -readonly [Key in keyof Interleaved]: Interleaved[Key] } & {
  hints: { delivered: number; dropped: number; repeated: number };
  kills: Record<string, number>;
};

/**
 * Runs several shards, each with two candidates, while prices are sealed. In each shard one fault follows another at a
 * random point: the leader's backend is ended, the leader pauses, accounts are locked, hints about blocks are lost.
 */
export async function interleave({ adminUrl, count, seed, sabotage }: Plan): Promise<Interleaved> {
  const below = seeded(seed);
  const log = openLog('ticks', 'silent');
  const stopping = new AbortController();
  await using cleanUp = new AsyncDisposableStack();
  const hand = await connectTo(adminUrl, cleanUp);
  const eye = openPool(adminUrl, cleanUp);
  const worker = openPool(urlOf(adminUrl, 'worker'), cleanUp);
  const counts = newCounts();
  const { lanes } = await openLanes({ adminUrl, sabotage, candidates: 2, log, cleanUp });
  const running = lanes.flatMap(({ candidates }) => candidates.map((it) => it.run(stopping.signal)));
  const sealing = await startSealing({ adminUrl, everyMs: SEAL_EVERY_MS, below, cleanUp }, (block) =>
    hint(lanes, block, { below, counts }),
  );
  const perLane = Math.ceil(count / SHARDS);
  await Promise.all(
    lanes.map(async (lane, index) => {
      const own = seeded(seed + index + 1);
      for (let done = 0; done < perLane; done++) {
        await playFault(lane, { eye, hand, worker, below: own, counts });
        counts.interleavings += 1;
      }
    }),
  );
  const last = await sealing.stop();
  for (const { candidates } of lanes) for (const it of candidates) it.addBlocks([toTicks(last)]); // As a follower would.
  await untilQuiet(eye, last.number);
  stopping.abort();
  await Promise.all(running);
  return { ...counts, takeovers: await countTakeovers(eye) };
}

const newCounts = (): Counts => ({
  interleavings: 0,
  takeovers: 0,
  pauses: 0,
  locks: 0,
  hints: { delivered: 0, dropped: 0, repeated: 0 },
  kills: Object.fromEntries([...CHECKPOINTS, 'anywhere'].map((point) => [point, 0])),
});

/** Tells every candidate about a block: at once, late, twice or never. */
function hint(lanes: readonly Lane[], block: SealedBlock, { below, counts }: { below: Below; counts: Counts }): void {
  for (const { candidates } of lanes) {
    for (const candidate of candidates) {
      const how = below(10);
      if (how === 0) counts.hints.dropped += 1;
      else if (how === 1) {
        counts.hints.repeated += 1;
        candidate.addBlocks([toTicks(block)]);
        candidate.addBlocks([toTicks(block)]);
      } else {
        counts.hints.delivered += 1;
        setTimeout(() => candidate.addBlocks([toTicks(block)]), below(30));
      }
    }
  }
}

type Playing = {
  readonly eye: pg.Pool;
  readonly hand: pg.Client;
  readonly worker: pg.Pool;
  readonly below: Below;
  readonly counts: Counts;
};

const SPRUNG_MS_MAX = 300;

/** Plays one fault at a random point of the shard's work. */
async function playFault(lane: Lane, playing: Playing): Promise<void> {
  const { below, counts, eye } = playing;
  const point = CHECKPOINTS[below(CHECKPOINTS.length - 1)] ?? 'gathered'; // Reloading follows every kill by itself.
  const which = below(20);
  if (which < 9) {
    await untilSprung(lane, point, async () => {
      await endLeader(eye, lane.name);
      counts.kills[point] = (counts.kills[point] ?? 0) + 1;
      if (below(2) === 0) lane.trap = reloadTrap(lane, playing);
    });
  } else if (which < 11) {
    await endLeader(eye, lane.name);
    counts.kills.anywhere = (counts.kills.anywhere ?? 0) + 1;
  } else if (which < 14) {
    const ms = below(ONE_IN_IS_LONG) === 0 ? LONG_PAUSE_MS : below(50);
    counts.pauses += 1;
    await untilSprung(lane, point, () => pause(ms));
  } else if (which < 17) await lockAccounts(playing);
  else await writeInbox(lane, playing);
  await pause(below(50));
}

/** Ends the next leader too, while it loads its state. */
const reloadTrap = (lane: Lane, { eye, counts }: Playing): Trap => ({
  point: 'reloading',
  spring: async () => {
    await endLeader(eye, lane.name);
    counts.kills.reloading = (counts.kills.reloading ?? 0) + 1;
  },
});

const endLeader = (eye: pg.Pool, shard: string) =>
  eye.query('select pg_terminate_backend(pid) from lease where name = $1', [shard]);

async function untilSprung(lane: Lane, point: Checkpoint, work: () => Promise<void>): Promise<void> {
  const sprung = new Promise<void>((resolve) => {
    lane.trap = { point, spring: () => work().finally(resolve) };
  });
  await Promise.race([sprung, pause(SPRUNG_MS_MAX)]);
  if (lane.trap?.point === point) lane.trap = undefined;
}

let locking: Promise<unknown> = Promise.resolve();

/** Locks the accounts of some users for a moment, as a slow transfer would. */
async function lockAccounts({ hand, below, counts }: Playing): Promise<void> {
  counts.locks += 1;
  const users = Array.from({ length: USERS }, (_, n) => `user:${n + 1}`).filter(() => below(2) === 0);
  const ms = below(150);
  locking = locking.then(async () => {
    await hand.query('begin');
    await hand.query('select from ledger_account where owner = any($1) for update', [users]);
    await pause(ms);
    await hand.query('rollback');
  });
  if (below(2) === 0) await locking;
}

/** Hands work to the shard, as a timer of the worker would. */
async function writeInbox({ name }: Lane, { worker, below }: Playing): Promise<void> {
  const command = { name: INBOX_COMMAND, fields: { ref: String(below(1_000_000_000)), notBeforeMs: 0 } };
  await worker.query(
    `with work as (insert into engine_inbox (id, shard, command) values (nextval('inbox_number'), $1, $2))
     insert into written (shard, ref) values ($1, $3)`,
    [name, command, command.fields.ref],
  );
}

async function countTakeovers(eye: pg.Pool): Promise<number> {
  const { rows } = await eye.query<{ takeovers: string }>(
    `select coalesce(sum(epoch - 1), 0) as takeovers from lease where name like 'spot-ticks-%'`,
  );
  return Number(rows[0]?.takeovers);
}
