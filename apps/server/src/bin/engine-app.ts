import { type TimeOrderedId, timeOfId } from '@app/base';
import { contractShard } from '@app/domain/contract';
import { MODES } from '@app/domain/ledger';
import { secondsShard } from '@app/domain/seconds';
import { spotShard } from '@app/domain/spot';
import type { Registry } from 'prom-client';
import type { Checkpoint, ShardDeps } from '../engine/leadership.ts';
import { createMeters, type ShardMeter } from '../engine/meter.ts';
import type { EngineProduct, ProductTypes, Shard, Ticks } from '../engine/product.ts';
import { createShard, type RunningShard } from '../engine/shard.ts';
import { createContractProduct } from '../modules/contract/index.ts';
import { createLedger, type Ledger } from '../modules/ledger/index.ts';
import { followBlocks, readBlocksAfter, readLastHeader, type SealedBlock } from '../modules/market/index.ts';
import { createSettings, type Settings } from '../modules/reference/index.ts';
import { createSecondsProduct } from '../modules/seconds/index.ts';
import { createSpotProduct } from '../modules/spot/index.ts';
import type { Bus } from '../platform/bus/bus.ts';
import { type Db, openDatabase } from '../platform/db/database.ts';
import { claimWriter } from '../platform/db/writer.ts';
import type { Log } from '../platform/process/log.ts';
import { runLoop } from '../platform/process/loop.ts';
import { createRegistry } from '../platform/process/metrics.ts';

export type EngineDeps = {
  readonly url: string;
  readonly bus: Bus;
  readonly log: Log;
  /** Whether real money may trade at the scripted prices of a local venue; false unless it is development. */
  readonly allowsLocalPrices?: boolean;
  /** Hook for test rigs that kill the process at the worst moment. */
  readonly onCheckpoint?: (point: Checkpoint, shard: string) => void | Promise<void>;
};

export type RunningEngine = {
  /** Runs until the signal aborts, then answers pending commands and releases the leases. */
  run(signal: AbortSignal): Promise<void>;
  check(): readonly string[];
  describe(): { readonly shards: readonly ReturnType<RunningShard['describe']>[] };
  readonly metrics: Registry;
  close(): Promise<void>;
};

/** What the process gives every product. */
type ProductDeps = {
  readonly db: Db;
  readonly ledger: Ledger;
  readonly settings: Settings;
  readonly allowsLocalPrices: boolean;
  /** Ids are queue positions: ids issued by a new leader must come after those of resting orders. */
  readonly makeIdsAfter: (id: bigint) => void;
};

/** A product whose types are hidden, so that products of different types fit one list. */
type RunningProduct = Pick<EngineProduct<never>, 'refresh'> & {
  readonly shards: readonly Shard[];
  createShard(deps: Omit<ShardDeps<never>, 'product'>, meter: ShardMeter): RunningShard;
};

/** Registers a product and its shards; from here on its types are its own. */
const registered =
  <P extends ProductTypes>(create: (deps: ProductDeps) => Promise<EngineProduct<P>>, shards: readonly Shard[]) =>
  async (deps: ProductDeps): Promise<RunningProduct> => {
    const product = await create(deps);
    return {
      shards,
      refresh: product.refresh,
      createShard: (shardDeps, meter) => createShard<P>({ ...shardDeps, product }, meter),
    };
  };

/** Every product of the engine. A new product is one more entry. */
const PRODUCTS = [
  registered(
    createSpotProduct,
    MODES.map((mode) => ({ name: spotShard(mode), mode })),
  ),
  registered(
    createContractProduct,
    MODES.map((mode) => ({ name: contractShard(mode), mode })),
  ),
  registered(
    createSecondsProduct,
    MODES.map((mode) => ({ name: secondsShard(mode), mode })),
  ),
];

/** Composes every shard; the process, its tests and its rigs start the same engine. */
export async function createEngine(deps: EngineDeps): Promise<RunningEngine> {
  const { url, bus, log, allowsLocalPrices = false } = deps;
  const readPool = openDatabase({ url, connectionsMax: 4, name: 'engine-reads' }, log);
  let notBeforeMs = 0;
  const nextId = await claimWriter(readPool.db, () => Math.max(Date.now(), notBeforeMs));
  const makeIdsAfter = (id: bigint) => {
    notBeforeMs = Math.max(notBeforeMs, timeOfId(id as TimeOrderedId) + 1); // Order ids are time-ordered.
  };
  const ledger = createLedger(nextId);
  const settings = createSettings(readPool.db);
  const products = await Promise.all(
    PRODUCTS.map((create) => create({ db: readPool.db, ledger, settings, allowsLocalPrices, makeIdsAfter })),
  );
  const blockTable = {
    readAfter: async (number: number) => (await readBlocksAfter(readPool.db, number))?.map(toTicks),
    newest: async () => (await readLastHeader(readPool.db))?.number ?? 0,
  };
  const metrics = createRegistry('engine');
  const meters = createMeters(metrics);
  const arrivals = { lastMs: Number.NEGATIVE_INFINITY };
  const writers = products.flatMap((product) =>
    product.shards.map((shard) => {
      const { name } = shard;
      const own = openDatabase({ url, connectionsMax: 1, name, byKeysOnly: true }, log);
      const onCheckpoint = deps.onCheckpoint && ((point: Checkpoint) => deps.onCheckpoint?.(point, name));
      const shardDeps = {
        shard,
        db: own.db,
        readPool: readPool.db,
        bus,
        ledger,
        nextId,
        blockTable,
        log,
        arrivals,
        onCheckpoint,
      };
      return { own, shard: product.createShard(shardDeps, meters.of(name)) };
    }),
  );
  const shards = writers.map(({ shard }) => shard);
  let settingsProblem: string | undefined;
  const refreshAll = async () => {
    try {
      await Promise.all(products.map((product) => product.refresh()));
      settingsProblem = undefined;
    } catch (error) {
      settingsProblem = String(error);
      throw error;
    }
  };
  const onBlocks = (blocks: readonly SealedBlock[]) => {
    for (const shard of shards) shard.addBlocks(blocks.map(toTicks));
  };
  return {
    run: async (signal) => {
      // A shard that stops decides what is pending first, and some of it waits for the next block.
      const stopped = new AbortController();
      await Promise.all([
        followBlocks({ db: readPool.db, bus, log }, { onBlocks }, stopped.signal),
        runLoop({ name: 'settings', everyMs: 1_000, work: refreshAll }, signal, log),
        Promise.all(shards.map((shard) => shard.run(signal))).finally(() => stopped.abort()),
      ]);
    },
    check: () => [
      ...shards.flatMap((shard) => shard.check()),
      ...(settingsProblem === undefined ? [] : [`settings: ${settingsProblem}`]),
    ],
    describe: () => ({ shards: shards.map((shard) => shard.describe()) }),
    metrics,
    close: async () => {
      await Promise.all([readPool.close(), ...writers.map(({ own }) => own.close())]);
    },
  };
}

const toTicks = ({ number, atMs, ticks, inventories }: SealedBlock): Ticks => ({
  block: number,
  atMs,
  ticks,
  inventories,
});
