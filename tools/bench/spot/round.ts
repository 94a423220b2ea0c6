import { fillBooks, pressOn } from './load.ts';
import { readCpu, readFigures, readPageImages, readStored, readWal } from './meter.ts';
import type { Pair } from './mix.ts';
import type { Arena } from './testbed.ts';

/** Requests outstanding at any time: more than two full batches. */
const OUTSTANDING = 1_250;

/** One round of ours: what was settled, and its cost. */
export type Round = {
  readonly perSecond: number;
  readonly orders: number;
  readonly batch: number;
  readonly refused: number;
  readonly walBytes: number;
  /** Full-page images among these. */
  readonly imageBytes: number;
  readonly storedBytes: number;
  /** Seconds by phase of a batch, and CPU milliseconds by process. */
  readonly phases: ReadonlyMap<string, number>;
  readonly cpu: ReadonlyMap<string, number>;
};

export async function measureOurs(arena: Arena, nextPair: () => Pair, ms: number): Promise<Round> {
  const before = await readAll(arena);
  const { settled, refused, tookMs } = await pressOn(arena.client, nextPair, { pairs: OUTSTANDING, ms });
  const after = await readAll(arena);
  const orders = after.figures.commands - before.figures.commands; // Including those answered late.
  return {
    perSecond: (settled * 1_000) / tookMs,
    orders,
    refused: sumOf(refused),
    batch: orders / (after.figures.batches - before.figures.batches),
    walBytes: after.wal - before.wal,
    imageBytes: await readPageImages(arena.root, before.wal, after.wal),
    storedBytes: after.stored - before.stored,
    phases: less(after.figures.seconds, before.figures.seconds),
    cpu: less(after.cpu, before.cpu),
  };
}

async function readAll(arena: Arena) {
  const figures = await readFigures(arena);
  const cpu = await readCpu(arena);
  const wal = await readWal(arena.root);
  return { figures, cpu, wal, stored: sumOf(await readStored(arena.root)) };
}

const sumOf = (values: ReadonlyMap<string, number>) => [...values.values()].reduce((sum, value) => sum + value, 0);

const less = (after: ReadonlyMap<string, number>, before: ReadonlyMap<string, number>) =>
  new Map([...after].map(([name, value]) => [name, value - (before.get(name) ?? 0)]));

export function describeRound(round: Round): string {
  const { perSecond, orders, batch, refused, walBytes, imageBytes, storedBytes, phases, cpu } = round;
  const bytes = (all: number) => `${Math.round(all / orders)} B`;
  const each = (all: ReadonlyMap<string, number>, unit: number) =>
    [...all].map(([name, value]) => `${name} ${((value * unit) / orders).toFixed(0)}`).join(' ');
  return [
    `${Math.round(perSecond)} orders/s in batches of ${batch.toFixed(0)}, refused ${refused}`,
    `an order: WAL ${bytes(walBytes - imageBytes)} and ${bytes(imageBytes)} of page images, stored ${bytes(storedBytes)}`,
    `µs ${each(phases, 1_000_000)}; µs of a core ${each(cpu, 1_000)}`,
  ].join('; ');
}

const STOCK = 2_000;
const PIECE_MS = 2_000;

/** Places an order for every user before the clock starts, because a running shard has its users' accounts loaded. */
export async function warmUpUsers(arena: Arena, nextPair: () => Pair, users: number): Promise<void> {
  await fillBooks(arena.client, nextPair, STOCK);
  const { commands } = await readFigures(arena);
  while ((await readFigures(arena)).commands - commands < users) {
    await pressOn(arena.client, nextPair, { pairs: OUTSTANDING, ms: PIECE_MS });
  }
}
