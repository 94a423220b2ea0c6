import { setTimeout as pause } from 'node:timers/promises';
import { readCpu, readFigures, readPageImages, readWal } from '../spot/meter.ts';
import { openAndClose } from './load.ts';
import { CONTRACT_SHARD, type ContractArena } from './testbed.ts';

/** One round of ours: positions opened and closed, and their cost. */
export type Round = {
  /** Positions opened and closed a second. */
  readonly perSecond: number;
  readonly positions: number;
  /** Positions for each commit. */
  readonly batch: number;
  readonly refused: ReadonlyMap<string, number>;
  readonly walBytes: number;
  /** Full-page images among these. */
  readonly imageBytes: number;
  readonly phases: ReadonlyMap<string, number>;
  readonly cpu: ReadonlyMap<string, number>;
  /** Ids of the round's rows are greater. */
  readonly after: string;
};

export async function measureOurs(arena: ContractArena, users: readonly number[], ms: number): Promise<Round> {
  const after = await readNow(arena);
  const before = await readAll(arena);
  const { opened, refused } = await openAndClose(arena.contract, { users, ms });
  await untilAllClosed(arena);
  const now = await readAll(arena);
  const positions = now.settled - before.settled;
  return {
    perSecond: (opened * 1_000) / ms,
    positions,
    batch: positions / (now.figures.batches - before.figures.batches),
    refused,
    walBytes: now.wal - before.wal,
    imageBytes: await readPageImages(arena.root, before.wal, now.wal),
    phases: less(now.figures.seconds, before.figures.seconds),
    cpu: less(now.cpu, before.cpu),
    after,
  };
}

async function readNow({ root }: ContractArena): Promise<string> {
  const { rows } = await root.query<{ id: string }>('select id_floor(now())::text as id');
  return rows[0]?.id ?? '0';
}

async function readAll(arena: ContractArena) {
  const figures = await readFigures(arena, CONTRACT_SHARD);
  const cpu = await readCpu(arena, CONTRACT_SHARD);
  const { rows } = await arena.root.query<{ settled: number }>(
    'select count(*)::int as settled from contract_settlement',
  );
  return { figures, cpu, wal: await readWal(arena.root), settled: rows[0]?.settled ?? 0 };
}

const CLOSED_MS_MAX = 60_000;

/** Waits until the engine has settled everything that was ordered to be closed. */
async function untilAllClosed({ root }: ContractArena): Promise<void> {
  for (const endMs = Date.now() + CLOSED_MS_MAX; Date.now() < endMs; await pause(50)) {
    const { rows } = await root.query<{ live: number }>(
      `select count(*)::int as live from contract_position where status in ('pending', 'open', 'closing')`,
    );
    if (rows[0]?.live === 0) return;
  }
  throw new Error('positions that were ordered to be closed are still open');
}

const less = (after: ReadonlyMap<string, number>, before: ReadonlyMap<string, number>) =>
  new Map([...after].map(([name, value]) => [name, value - (before.get(name) ?? 0)]));

export function describeRound({
  perSecond,
  positions,
  batch,
  refused,
  walBytes,
  imageBytes,
  phases,
  cpu,
}: Round): string {
  const bytes = (all: number) => `${Math.round(all / positions)} B`;
  const each = (all: ReadonlyMap<string, number>, unit: number) =>
    [...all].map(([name, value]) => `${name} ${((value * unit) / positions).toFixed(0)}`).join(' ');
  return [
    `${Math.round(perSecond)} positions/s, ${batch.toFixed(0)} for each commit, refused ${JSON.stringify(Object.fromEntries(refused))}`,
    `a position: WAL ${bytes(walBytes - imageBytes)} and ${bytes(imageBytes)} of page images`,
    `µs ${each(phases, 1_000_000)}; µs of a core ${each(cpu, 1_000)}`,
  ].join('; ');
}
