import { flushCompileCache } from 'node:module';
import type { Checkpoint } from '@app/server/engine/leadership';
import { openBus } from '@app/server/platform/bus/bus';
import { readEngineConfig } from '@app/server/platform/process/config';
import { openLog } from '@app/server/platform/process/log';
import type { EngineMessage, Order, Trap } from './terms.ts';
import { compare, sendToRig } from './watched.ts';

type Traps = {
  onCheckpoint(point: Checkpoint, shard: string): void | Promise<void>;
  follow(order: Exclude<Order, { kind: 'compare' }>): void;
};

/** Kills or holds this process at a point the rig names. */
function createTraps(send: (message: EngineMessage) => void): Traps {
  let trap: Trap | undefined;
  let skip = 0;
  let goOn: () => void = () => {};
  const spring = async (sprung: Trap): Promise<void> => {
    if (sprung.action === 'hold') {
      const released = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      send({ kind: 'holding', trap: sprung });
      return await released;
    }
    if (sprung.delayMs !== undefined) return void setTimeout(die, sprung.delayMs);
    die();
    await new Promise(() => {}); // The signal may be delayed; execution stops here.
  };
  return {
    onCheckpoint: (point, shard) => {
      if (trap?.point !== point || trap.shard !== shard) return undefined;
      skip -= 1;
      if (skip >= 0) return undefined;
      const sprung = trap;
      trap = undefined;
      return spring(sprung);
    },
    follow: (order) => {
      if (order.kind === 'go on') return goOn();
      trap = order.kind === 'trap' ? order.trap : undefined;
      skip = trap?.skip ?? 0;
    },
  };
}

const die = () => void process.kill(process.pid, 'SIGKILL');

/**
 * Runs the production engine, controlled by the rig that started this process, until the rig ends it. `stoodIn` returns the
 * names of the stand-ins and patches that were used.
 */
export async function runEngine(stoodIn: () => readonly string[]): Promise<void> {
  const { DATABASE_URL: url, NATS_URL, ENGINE_BUS_KEY: engineKeys, PUSH_BUS_KEY: pushKeys } = readEngineConfig();
  process.once('disconnect', () => process.exit()); // The rig is gone.
  const { createEngine } = await import('@app/server/bin/engine-app');
  const log = openLog('engine', 'info');
  const bus = openBus({ url: NATS_URL, name: 'engine', log, engineKeys, pushKeys });
  const traps = createTraps(sendToRig);
  const engine = await createEngine({ url, bus, log, onCheckpoint: traps.onCheckpoint });
  const owned = () => engine.describe().shards.flatMap(({ name, lease }) => (lease === 'owner' ? [name] : []));
  /** Compares the shards; skips those lost during the comparison. */
  const compareAll = async (number: number) => {
    const books = await Promise.all(owned().flatMap((shard) => compare(shard) ?? [])).catch(() => []);
    const after = owned();
    sendToRig({ kind: 'compared', number, books: books.filter(({ shard }) => after.includes(shard)) });
  };
  process.on('message', (order: Order) => {
    if (order.kind === 'compare') void compareAll(order.number);
    else traps.follow(order);
  });
  sendToRig({ kind: 'ready', stoodIn: stoodIn() });
  flushCompileCache(); // A killed process writes no cache, and the next one should start as fast as possible.
  const stopping = new AbortController();
  process.once('SIGTERM', () => stopping.abort());
  await engine.run(stopping.signal);
  await bus.close();
  await engine.close();
  process.disconnect();
}
