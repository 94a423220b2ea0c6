import { Counter, Histogram, type Registry } from 'prom-client';
import { gaugeFrom } from '../process/metrics.ts';
import type { Db } from './database.ts';
import { type Backlog, readBacklog } from './timer.ts';
import type { TimerMeter } from './timer-runner.ts';

/** Creates Prometheus metrics of timers, labelled by kind. The gauges read the table when they are collected. */
export function measureTimers(registry: Registry, db: Db): TimerMeter {
  const registers = [registry];
  const labelNames = ['kind'] as const;
  let reading: Promise<readonly Backlog[]> | undefined;
  /** All gauges are collected at once, and share one read. */
  const readOnce = () => {
    reading ??= readBacklog(db).finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const addGauge = (name: string, help: string, measure: (backlog: Backlog) => number) =>
    gaugeFrom(registry, { name, help, labelNames }, async () =>
      (await readOnce()).map((backlog) => ({ labels: { kind: backlog.kind }, count: measure(backlog) })),
    );
  addGauge('timers_due', 'Timers that are due and have not run; at most 100,000 are counted.', ({ due }) => due);
  addGauge('timers_failing', 'Timers whose effect has failed at least once.', ({ failing }) => failing);
  addGauge('timers_late_seconds', 'Age of the oldest due timer.', ({ lateSeconds }) => lateSeconds);
  const done = new Histogram({
    name: 'timers_done_late_seconds',
    help: 'Time from when a timer was due until its effect ran.',
    labelNames,
    registers,
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600],
  });
  const failed = new Counter({ name: 'timers_failed_total', help: 'Failed effects.', labelNames, registers });
  return {
    done: (kind, lateSeconds) => {
      for (const seconds of lateSeconds) done.observe({ kind }, seconds);
    },
    failed: (kind) => failed.inc({ kind }),
  };
}

const LATE_SECONDS_MAX = 60;
const FAILURES_MAX = 3;

/** Reports timers that are late, or whose effect keeps failing. */
export async function timerHealth(db: Db): Promise<string[]> {
  const backlog = await readBacklog(db);
  return backlog.flatMap(({ kind, due, failing, lateSeconds, failuresMax, error }) => [
    ...(lateSeconds > LATE_SECONDS_MAX
      ? [`timers: kind ${kind} is late by ${Math.round(lateSeconds)} s: ${due} due, ${failing} failing`]
      : []),
    ...(failuresMax >= FAILURES_MAX
      ? [`timers: ${failing} of kind ${kind} fail, one ${failuresMax} times: ${error ?? 'no error'}`]
      : []),
  ]);
}

/** Describes the backlog for `/health`, by kind; kinds without one are left out. */
export async function describeTimers(
  db: Db,
): Promise<Readonly<Record<string, { due: number; failing: number; lateSeconds: number }>>> {
  const backlog = await readBacklog(db);
  return Object.fromEntries(
    backlog.map(({ kind, due, failing, lateSeconds }) => [kind, { due, failing, lateSeconds }]),
  );
}
