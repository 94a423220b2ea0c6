import { setTimeout as pause } from 'node:timers/promises';
import { readCpu, readFigures } from '../spot/meter.ts';
import { pressBets } from './load.ts';
import { LIFE_MS, SECONDS_SHARD, type SecondsArena } from './testbed.ts';

/** One round of ours. */
type Round = {
  readonly perSecond: number;
  /** Bets for each commit. */
  readonly batch: number;
  /** Ids of the round's rows are greater. */
  readonly after: string;
  readonly description: string;
};

/** Measures a round from its first request to its last settlement, less the time that a bet lasts anyway. */
export async function measureOurs(arena: SecondsArena, users: readonly number[], ms: number): Promise<Round> {
  const { root } = arena;
  const readAll = async () => ({
    figures: await readFigures(arena, SECONDS_SHARD),
    cpu: await readCpu(arena, SECONDS_SHARD),
    settled: await count(arena, 'seconds_settlement'),
  });
  const { rows } = await root.query<{ id: string }>('select id_floor(now())::text as id');
  const before = await readAll();
  const startedMs = performance.now();
  const { accepted, refused } = await pressBets(arena.own, { users, ms });
  const pressedMs = performance.now() - startedMs;
  await untilAllEnded(arena);
  const tookMs = performance.now() - startedMs - LIFE_MS;
  const after = await readAll();
  const bets = after.settled - before.settled;
  const batch = bets / (after.figures.batches - before.figures.batches);
  const perSecond = (bets * 1_000) / tookMs;
  const each = (now: ReadonlyMap<string, number>, then: ReadonlyMap<string, number>, unit: number) =>
    [...now]
      .map(([name, value]) => `${name} ${(((value - (then.get(name) ?? 0)) * unit) / bets).toFixed(0)}`)
      .join(' ');
  return {
    perSecond,
    batch: Math.ceil(batch),
    after: rows[0]?.id ?? '0',
    description: [
      `${Math.round(perSecond)} bets/s (accepted ${Math.round((accepted * 1_000) / pressedMs)}/s), ${batch.toFixed(0)} for each commit, refused ${JSON.stringify(Object.fromEntries(refused))}`,
      `a bet: µs ${each(after.figures.seconds, before.figures.seconds, 1_000_000)}; µs of a core ${each(after.cpu, before.cpu, 1_000)}`,
    ].join('; '),
  };
}

async function count({ root }: SecondsArena, table: string): Promise<number> {
  const { rows } = await root.query<{ count: number }>(`select count(*)::int as count from ${table}`);
  return rows[0]?.count ?? 0;
}

const ENDED_MS_MAX = 60_000;

/** Waits until no bet is open. */
export async function untilAllEnded({ root }: SecondsArena): Promise<void> {
  for (const endMs = Date.now() + ENDED_MS_MAX; Date.now() < endMs; await pause(50)) {
    const { rows } = await root.query(`select from seconds_bet where status in ('waiting', 'running') limit 1`);
    if (rows.length === 0) return;
  }
  throw new Error('bets are still open');
}
