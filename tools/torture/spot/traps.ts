import type { Checkpoint } from '@app/server/engine/shard-parts';
import type { EngineMessage, Order, Trap } from './terms.ts';

export type Traps = {
  onCheckpoint(point: Checkpoint, shard: string): void | Promise<void>;
  follow(order: Exclude<Order, { kind: 'compare' }>): void;
};

/** Kills or holds this process at a point the rig names. */
export function createTraps(send: (message: EngineMessage) => void): Traps {
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
