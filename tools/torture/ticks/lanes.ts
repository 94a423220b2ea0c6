import type { Checkpoint } from '@app/server/engine/leadership';
import type { ShardMeter } from '@app/server/engine/meter';
import { createShard, type RunningShard } from '@app/server/engine/shard';
import { createLedger } from '@app/server/modules/ledger';
import { readBlocksAfter, readLastHeader, type SealedBlock } from '@app/server/modules/market';
import type { Bus } from '@app/server/platform/bus/bus';
import { type Db, openDatabase } from '@app/server/platform/db/database';
import { claimWriter } from '@app/server/platform/db/writer';
import type { openLog } from '@app/server/platform/process/log';
import { urlOf } from './clients.ts';
import { createCounter } from './product.ts';
import { MODE, type Sabotage, SHARDS } from './terms.ts';

/** A trap at a checkpoint of one shard, for whichever candidate reaches it first. */
export type Trap = { readonly point: Checkpoint; readonly spring: () => Promise<void> };

/** One shard, and its candidates in this process. */
export type Lane = { readonly name: string; readonly candidates: readonly RunningShard[]; trap: Trap | undefined };

/** No message arrives: the bus may lose everything, and blocks are hinted by the rig. */
export const SILENT_BUS = {
  listen: () => () => {},
  respond: () => () => {},
  publish: () => {},
  publishSigned: () => {},
  publishAllSigned: () => {},
} as Partial<Bus> as Bus; // Loop and follower use nothing else of it.

const NO_METER: ShardMeter = {
  batch: () => {},
  phase: () => {},
  decided: () => {},
  pending: () => {},
  leadership: () => {},
  reload: () => {},
  block: () => {},
};

type LaneDeps = {
  readonly adminUrl: string;
  readonly sabotage: Sabotage;
  readonly log: ReturnType<typeof openLog>;
  readonly cleanUp: AsyncDisposableStack;
  /** Candidates for each shard in this process. */
  readonly candidates: number;
};

type Lanes = { readonly lanes: readonly Lane[]; readonly readPool: Db };

/** Opens every shard of the counting product, with its candidates. */
export async function openLanes({ adminUrl, sabotage, candidates, log, cleanUp }: LaneDeps): Promise<Lanes> {
  const url = urlOf(adminUrl, 'engine');
  const readPool = openDatabase({ url, connectionsMax: 6, name: 'engine-reads' }, log);
  cleanUp.defer(readPool.close);
  const nextId = await claimWriter(readPool.db);
  const ledger = createLedger(nextId);
  const blockTable = {
    readAfter: async (number: number) => (await readBlocksAfter(readPool.db, number))?.map(toTicks),
    newest: async () => (await readLastHeader(readPool.db))?.number ?? 0,
  };
  const arrivals = { lastMs: Number.NEGATIVE_INFINITY };
  const lanes = Array.from({ length: SHARDS }, (_, index) => {
    const lane: { -readonly [Key in keyof Lane]: Lane[Key] } = {
      name: shardName(index),
      candidates: [],
      trap: undefined,
    };
    const onCheckpoint = async (point: Checkpoint) => {
      const { trap } = lane;
      if (trap?.point !== point) return;
      lane.trap = undefined;
      await trap.spring();
    };
    lane.candidates = Array.from({ length: candidates }, (_none, who) => {
      const own = openDatabase({ url, connectionsMax: 1, name: `${lane.name}-${who}`, byKeysOnly: true }, log);
      cleanUp.defer(own.close);
      const shard = { name: lane.name, mode: MODE } as const;
      const deps = {
        shard,
        db: own.db,
        readPool: readPool.db,
        bus: SILENT_BUS,
        ledger,
        nextId,
        blockTable,
        log,
        arrivals,
      };
      return createShard({ ...deps, product: createCounter(sabotage), onCheckpoint }, NO_METER);
    });
    return lane;
  });
  return { lanes, readPool: readPool.db };
}

const shardName = (index: number): string => `spot-ticks-${index}`;

export const toTicks = ({ number, atMs, ticks, inventories }: SealedBlock) => ({
  block: number,
  atMs,
  ticks,
  inventories,
});
