import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { openPools } from '../db/database.ts';
import { uncaught } from './uncaught.ts';

/**
 * Creates the metrics of a process: Node's own, uncaught errors and the database pools. A process adds what it does.
 * There is no label for the process: the scrape configuration names the target.
 */
export function createRegistry(name: string): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'tidemark_process_info',
    help: 'Which program this process runs; always 1.',
    labelNames: ['name'] as const,
    registers: [registry],
  }).set({ name }, 1);
  countFrom(registry, { name: 'process_uncaught_errors_total', help: 'Uncaught exceptions and rejections.' }, () => [
    { labels: {}, count: uncaught.count },
  ]);
  measurePools(registry);
  return registry;
}

type Described = { readonly name: string; readonly help: string; readonly labelNames?: readonly string[] };
type Counted = { readonly labels: Readonly<Record<string, string>>; readonly count: number };

/** Exposes counts that the code keeps by itself as a counter. */
export function countFrom(
  registry: Registry,
  { name, help, labelNames = [] }: Described,
  read: () => Iterable<Counted> | Promise<Iterable<Counted>>,
): void {
  new Counter({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      const counts = await read();
      this.reset();
      for (const { labels, count } of counts) this.inc({ ...labels }, count);
    },
  });
}

/**
 * Exposes values that are read at the time of the scrape as a gauge. A read that fails leaves it out and is counted: the
 * database may be away, and the other metrics matter then.
 */
export function gaugeFrom(
  registry: Registry,
  { name, help, labelNames = [] }: Described,
  read: () => Iterable<Counted> | Promise<Iterable<Counted>>,
): void {
  new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      this.reset();
      const values = await Promise.resolve(read()).catch(() => {
        failuresOf(registry).inc({ metric: name });
        return [];
      });
      for (const { labels, count } of values) this.set({ ...labels }, count);
    },
  });
}

const FAILURES = 'metrics_read_failures_total';

const failuresOf = (registry: Registry): Counter<'metric'> =>
  (registry.getSingleMetric(FAILURES) as Counter<'metric'> | undefined) ?? // Only this function registers it.
  new Counter({
    name: FAILURES,
    help: 'Metrics that could not be read.',
    labelNames: ['metric'],
    registers: [registry],
  });

function measurePools(registry: Registry): void {
  const connections = { name: 'database_pool_connections', help: 'Open connections of a pool, by state.' };
  gaugeFrom(registry, { ...connections, labelNames: ['pool', 'state'] }, () =>
    [...openPools].flatMap(([{ totalCount, idleCount }, pool]) => [
      { labels: { pool, state: 'idle' }, count: idleCount },
      { labels: { pool, state: 'in_use' }, count: totalCount - idleCount },
    ]),
  );
  const waiting = { name: 'database_pool_waiting', help: 'Callers that wait for a connection of a pool.' };
  gaugeFrom(registry, { ...waiting, labelNames: ['pool'] }, () =>
    [...openPools].map(([{ waitingCount }, pool]) => ({ labels: { pool }, count: waitingCount })),
  );
  const limit = { name: 'database_pool_connections_max', help: 'Most connections of a pool.' };
  gaugeFrom(registry, { ...limit, labelNames: ['pool'] }, () =>
    [...openPools].map(([{ options }, pool]) => ({ labels: { pool }, count: options.max ?? 0 })),
  );
}
