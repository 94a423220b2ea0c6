import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { atMost, guarantee, ms as inMs, type Line } from '../../trial/aims.ts';
import type { TrialOptions } from '../../trial/trial.ts';
import { untilRows } from '../contract/count-rows.ts';
import { disturb, linesOf } from '../contract/disturb.ts';
import { OTHER_USERS, PRICES } from '../contract/mix.ts';
import { CROWDED, populate } from '../contract/population.ts';
import {
  CONTRACT_SHARD,
  type ContractArena,
  openContractArena,
  openElsewhere,
  setCrowded,
  untilFunded,
} from '../contract/testbed.ts';
import { cpuMsOf } from '../spot/meter.ts';
import { openPostgres, untilOwner } from '../spot/testbed.ts';

const LONG = { positions: 1_000_000, crash: 20_000, beforeMs: 10_000 };
const SHORT = { positions: 100_000, crash: 2_000, beforeMs: 5_000 };
const RELOAD_MS_MAX = 300_000;
const CRASH_MS_MAX = 600_000;
/** A hundredth lower. */
const CRASH_PRICE = '59400';
const AIM_BYTES = 2_000;

/** What needs an engine: a takeover with many positions in its memory, and a price that liquidates some of them. */
export async function onEngine({ short, print }: TrialOptions): Promise<Line[]> {
  const { positions, crash, beforeMs } = short ? SHORT : LONG;
  const postgres = await openPostgres();
  try {
    const fill = { positions, fragile: crash, nightsAgo: 0 };
    const arena = await openContractArena(postgres, OTHER_USERS, (root) => populate(root, fill));
    try {
      await setCrowded(arena, PRICES[CROWDED] ?? '');
      await untilFunded(arena);
      const plan = {
        shard: CONTRACT_SHARD,
        sendOwn: openElsewhere(arena),
        begin: () => setCrowded(arena, CRASH_PRICE),
        untilDone: () => untilRows(arena.root, 'contract_settlement', { rows: crash, withinMs: CRASH_MS_MAX }),
        beforeMs,
      };
      const crashed = await disturb(arena, plan, print);
      print(
        `a tick that liquidates ${count(crash)} of ${count(positions)}: the last is committed after ${inMs(crashed.tookMs)}`,
      );
      const reloaded = await reload(arena, positions - crash, print);
      return [...linesOf('a crash tick', crashed), ...reloaded];
    } finally {
      await arena.stop();
    }
  } finally {
    await postgres.stop();
  }
}

const count = (value: number) => value.toLocaleString('en-GB');

/** Ends the owner while a second engine waits: that one loads every position, and keeps the lease meanwhile. */
async function reload(arena: ContractArena, positions: number, print: (line: string) => void): Promise<Line[]> {
  const second = await arena.startEngine();
  const third = await arena.startEngine();
  try {
    await pause(SETTLE_MS);
    const before = memoryOf(second.pid);
    const epoch = await epochOf(arena);
    const cpuBefore = new Map([second, third].map((engine) => [engine, cpuMsOf(engine.pid)]));
    const startedMs = performance.now();
    await arena.engine.stop();
    const stoppedMs = performance.now() - startedMs;
    const owner = await untilOwner([second, third], CONTRACT_SHARD, RELOAD_MS_MAX);
    const tookMs = performance.now() - startedMs;
    const cpuMs = cpuMsOf(owner.pid) - (cpuBefore.get(owner) ?? 0);
    await pause(SETTLE_MS);
    const takeovers = Number((await epochOf(arena)) - epoch);
    const bytes = (memoryOf(owner.pid) - before) / positions;
    print(
      `reload of ${count(positions)} positions with two engines: ${inMs(tookMs)}, of it ${inMs(stoppedMs)} until the owner had ended, ${inMs(cpuMs)} of a core; ${bytes.toFixed(0)} bytes of the process for each; the lease went over ${takeovers} time(s)`,
    );
    return [
      guarantee('a reload keeps the lease', takeovers === 1),
      atMost({
        text: 'bytes of the process for each position',
        value: bytes,
        aim: AIM_BYTES,
        format: (it) => it.toFixed(0),
      }),
    ];
  } finally {
    await second.stop();
    await third.stop();
  }
}

const SETTLE_MS = 3_000;

async function epochOf({ root }: ContractArena): Promise<bigint> {
  const { rows } = await root.query<{ epoch: string }>('select epoch::text from lease where name = $1', [
    CONTRACT_SHARD,
  ]);
  return BigInt(rows[0]?.epoch ?? 0);
}

/** Returns the resident memory of a process, in bytes. */
function memoryOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1_024;
}
