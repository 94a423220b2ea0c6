import type pg from 'pg';
import { createEngine, type EngineDeps, type RunningEngine } from '../src/bin/engine-app.ts';
import { atTheEnd } from './testbed.ts';
import { until } from './until.ts';

export type RunningTestEngine = {
  stop(): Promise<void>;
  check(): readonly string[];
  describe: RunningEngine['describe'];
  readonly metrics: RunningEngine['metrics'];
};

/** Starts an engine, and waits until it leads the wanted shards, or all. */
export async function startEngine(deps: EngineDeps, wanted?: readonly string[]): Promise<RunningTestEngine> {
  const engine = await createEngine(deps);
  const ending = new AbortController();
  const running = engine.run(ending.signal);
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= (async () => {
      ending.abort();
      await running;
      await engine.close();
    })();
    return stopped;
  };
  atTheEnd(stop);
  const shards = () => engine.describe().shards.filter(({ name }) => wanted?.includes(name) ?? true);
  const isOwner = () => shards().every(({ lease }) => lease === 'owner');
  await until(
    () =>
      `the engine's leases; ${engine.check().join()}; ${shards()
        .map(({ name, lease }) => `${name} ${lease}`)
        .join()}`,
    () => (isOwner() ? true : undefined),
  );
  return { stop, check: engine.check, describe: engine.describe, metrics: engine.metrics };
}

/** What the leader of a shard says about itself, whichever engine that is. */
export type Leaders = {
  /** Waits until so many commands wait in a shard: requests have reached it. */
  untilWaiting(shard: string, count: number): Promise<void>;
  /** Waits until a shard has taken every block sealed so far. */
  untilTaken(shard: string): Promise<void>;
  /** Waits until a shard has looked at every block sealed so far, and at the clock: what has not happened then is not due. */
  untilLooked(shard: string): Promise<void>;
};

/**
 * A shard renews its lease once in a round of its loop, after it has looked at blocks, requests and due times. The first
 * round may have begun too early.
 */
const ROUNDS = 2;

export function openLeaders(engines: readonly RunningTestEngine[], root: pg.Client): Leaders {
  const own = (engine: RunningTestEngine, shard: string) =>
    engine.describe().shards.find(({ name, lease }) => name === shard && lease === 'owner');
  const waitingIn = (shard: string) => engines.map((engine) => own(engine, shard)?.pending ?? 0);
  const lastTaken = async (shard: string) => {
    const { values = [] } =
      (await engines
        .find((engine) => own(engine, shard))
        ?.metrics.getSingleMetric('engine_block')
        ?.get()) ?? {};
    return values.find(({ labels }) => labels.shard === shard)?.value ?? 0;
  };
  const readBeat = async (shard: string) => {
    const query = 'select heartbeat_at::text as beat from lease where name = $1';
    return (await root.query<{ beat: string }>(query, [shard])).rows[0]?.beat;
  };
  const untilTaken: Leaders['untilTaken'] = async (shard) => {
    const { rows } = await root.query<{ last: string | null }>('select max(number) as last from price_block');
    const last = Number(rows[0]?.last ?? 0);
    await until(
      () => `block ${last} in ${shard}`,
      async () => ((await lastTaken(shard)) >= last ? true : undefined),
    );
  };
  return {
    untilWaiting: async (shard, count) => {
      await until(
        () => `${count} commands that wait in ${shard}, not ${waitingIn(shard).join()}`,
        () => waitingIn(shard).find((waiting) => waiting >= count),
      );
    },
    untilTaken,
    untilLooked: async (shard) => {
      await untilTaken(shard);
      for (let round = 0, last = await readBeat(shard); round < ROUNDS; round++)
        last = await until(
          () => `another round of ${shard}`,
          async () => [await readBeat(shard)].find((beat) => beat !== last),
        );
    },
  };
}
