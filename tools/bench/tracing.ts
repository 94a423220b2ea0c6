import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { formatTraceparent, newTraceContext } from '@app/base';
import { traceBatch } from '@app/server/engine/trace-batch';
import { openLog } from '@app/server/platform/process/log';
import { startTracing } from '@app/server/platform/process/start-tracing';
import { useTracer } from '@app/server/platform/process/trace';
import { startTraceCollector } from '@app/testkit';
import { atMost, judge, type Line, ratio } from '../trial/aims.ts';
import { median } from '../trial/mann-whitney.ts';
import type { Trial, TrialOptions } from '../trial/trial.ts';
import { makePairs, type Pair } from './spot/mix.ts';
import { measureOurs, type Round, warmUpUsers } from './spot/round.ts';
import { type Arena, openArena, openPostgres } from './spot/testbed.ts';

const LONG = { users: 20_000, rounds: 7, ms: 5_000 };
const SHORT = { users: 10_000, rounds: 4, ms: 2_000 };

/** Share of recorded commands, and the most CPU of an order compared with no tracing. */
const CASES = [
  { share: 0, name: 'on, none recorded', aim: 1.05 },
  { share: 0.01, name: 'on, 1 % recorded', aim: 1.05 },
  { share: 1, name: 'on, all recorded', aim: 1.5 },
] as const;

/** Measures what tracing costs the engine, against an engine without it. */
export const tracingBench: Trial = {
  name: 'tracing',
  claim: `With 1 % of the orders traced, the engine needs no more than ${CASES[1].aim} of the CPU it needs without tracing.`,
  touches: ['apps/server/src/engine/trace-batch.ts', 'apps/server/src/platform/process/'],
  seconds: 90,
  isAlone: true,
  isFigure: true,
  run: async (options) => {
    const postgres = await openPostgres();
    const collector = await startTraceCollector({ isSink: true });
    const closers = [postgres.stop, collector.close];
    try {
      await measureSpans(collector.url, options);
      const { users } = options.short ? SHORT : LONG;
      let share = 0;
      const nextTrace = () => (share > 0 && Math.random() < share ? newTraceparent() : undefined);
      const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '1000' };
      const off = await openWarm(await openArena(postgres, users), users);
      closers.unshift(off.arena.stop);
      const on = await openWarm(await openArena(postgres, users, undefined, { environment, nextTrace }), users);
      closers.unshift(on.arena.stop);
      const use = (next: number) => {
        share = next;
      };
      const lines = await compareAll(off, on, use, options);
      return judge(lines, lines.map(({ text }) => text).join('; '));
    } finally {
      for (const close of closers) await close();
    }
  },
};

const BATCH = 100;
const BATCHES = 500;

/**
 * Prints the CPU of the spans alone, in this process: per command of batches of 100, with everything the exporter does.
 * Other load hardly disturbs it.
 */
async function measureSpans(url: string, { print }: TrialOptions): Promise<void> {
  const batchOf = (share: number) =>
    Array.from({ length: BATCH }, (_, n) => ({
      userId: BigInt(n),
      trace: Math.random() < share ? newTraceparent() : undefined,
    }));
  const measure = async (share: number) => {
    const batches = Array.from({ length: BATCHES }, () => batchOf(share));
    const before = process.cpuUsage();
    for (const batch of batches) {
      const trace = traceBatch('bench', batch);
      await trace.run(async () => trace.event('commit'));
      trace.end([]);
      await pause(1);
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / (BATCH * BATCHES);
  };
  await measure(0); // Compiles the code.
  const off = await measure(0);
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = url; // Read by the exporter.
  await startTracing('bench', { ...TRACING, OTEL_EXPORTER_OTLP_ENDPOINT: url }, openLog('bench', 'silent'));
  await measure(1);
  const costs: string[] = [];
  for (const { share } of CASES) costs.push(((await measure(share)) - off).toFixed(2));
  useTracer(undefined);
  print(
    `spans, µs of a core per command beyond tracing off: none recorded ${costs[0]}, 1 % ${costs[1]}, all ${costs[2]}`,
  );
}

const TRACING = {
  OTEL_TRACES_SAMPLER: 'parentbased_always_on',
  OTEL_TRACES_SAMPLER_ARG: 1,
  OTEL_BSP_SCHEDULE_DELAY: 1_000,
} as const;

type Warm = { readonly arena: Arena; readonly nextPair: () => Pair };

async function openWarm(arena: Arena, users: number): Promise<Warm> {
  const nextPair = makePairs(users);
  await warmUpUsers(arena, nextPair, users);
  return { arena, nextPair };
}

/** Measures all cases in every round, so that a slow phase of the machine affects all. */
async function compareAll(
  off: Warm,
  on: Warm,
  useShare: (share: number) => void,
  { short, print }: TrialOptions,
): Promise<readonly Line[]> {
  const { rounds, ms } = short ? SHORT : LONG;
  const found = CASES.map(() => ({ rates: [] as number[], cpus: [] as number[] }));
  for (let round = 0; round < rounds; round++) {
    const figures: string[] = [];
    for (const [index, { share }] of CASES.entries()) {
      const bare = await measureOurs(off.arena, off.nextPair, ms);
      useShare(share);
      const traced = await measureOurs(on.arena, on.nextPair, ms);
      useShare(0);
      found[index]?.rates.push(traced.perSecond / bare.perSecond);
      found[index]?.cpus.push(cpuOf(traced) / cpuOf(bare));
      figures.push(`${share * 100} %: ${Math.round(traced.perSecond)}/s of ${Math.round(bare.perSecond)}/s`);
    }
    print(figures.join('; '));
  }
  return CASES.map(({ name, aim }, index) => {
    const { rates, cpus } = found[index] ?? { rates: [], cpus: [] };
    print(
      `${name}: rate ${ratio(median(rates))}, CPU of the engine per order ${ratio(median(cpus))} (median of ${rounds})`,
    );
    return atMost({ text: `${name}: CPU per order`, value: median(cpus), aim, format: ratio });
  });
}

const cpuOf = ({ cpu, orders }: Round) => (cpu.get('engine') ?? 0) / orders;

const newTraceparent = () => formatTraceparent({ ...newTraceContext(randomBytes(24)), isSampled: true });
