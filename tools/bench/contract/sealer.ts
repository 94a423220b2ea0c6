import { fork } from 'node:child_process';
import { join } from 'node:path';
import { guardChild } from '@app/testkit';
import { REPOSITORY } from '../../dev/processes.ts';
import type { Arena } from '../spot/testbed.ts';
import type { Prices, SealedNote } from './sealer-program.ts';

/** Prices that a process of its own seals four times a second. */
export type Sealer = {
  readonly pid: number;
  /** Sets the markets that get a tick in every block, and waits until one with exactly these is published. */
  set(prices: Prices): Promise<void>;
  stop(): void;
};

export async function startSealer({ database, nats }: Pick<Arena, 'database' | 'nats'>): Promise<Sealer> {
  const child = fork(join(REPOSITORY, 'tools/bench/contract/sealer-program.ts'), {
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: database.urlOf('feed'), NATS_URL: nats.urls.feed },
  });
  guardChild(child);
  const next = (isIt: (note: SealedNote) => boolean) =>
    new Promise<void>((resolve, reject) => {
      const onExit = (code: number | null) => reject(new Error(`the sealer ended with ${code}`));
      const onNote = (note: SealedNote) => {
        if (!isIt(note)) return;
        child.off('message', onNote);
        child.off('exit', onExit);
        resolve();
      };
      child.on('message', onNote);
      child.once('exit', onExit);
    });
  await next(() => true);
  return {
    pid: child.pid ?? 0,
    set: async (prices) => {
      const wanted = JSON.stringify(prices);
      const sealed = next((note) => JSON.stringify(note.prices) === wanted);
      child.send(prices);
      await sealed;
    },
    stop: () => void child.kill(),
  };
}
