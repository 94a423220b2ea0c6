import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { CHECKPOINTS } from '@app/server/engine/leadership';
import { guardChild } from '@app/testkit';
import { seeded } from '../../trial/random.ts';
import { openPool } from './clients.ts';
import { startSealing, untilQuiet } from './sealing.ts';

const PROGRAM = join(import.meta.dirname, 'candidate-program.ts');
const SEAL_EVERY_MS = 40;
const ENGINES = 2;

/**
 * Runs two engines that kill themselves at a checkpoint, and replaces each that dies, until every checkpoint has had its
 * share. Returns the kills by checkpoint.
 */
export async function killEngines(
  adminUrl: string,
  { perPoint, seed }: { readonly perPoint: number; readonly seed: number },
): Promise<ReadonlyMap<string, number>> {
  await using cleanUp = new AsyncDisposableStack();
  const below = seeded(seed);
  const eye = openPool(adminUrl, cleanUp);
  const sealing = await startSealing({ adminUrl, everyMs: SEAL_EVERY_MS, below, cleanUp }, () => {});
  const wanted = CHECKPOINTS.flatMap((point) => Array.from({ length: perPoint }, () => point));
  const kills = new Map<string, number>();
  const running = new Set<ChildProcess>();
  cleanUp.defer(() => {
    for (const child of running) child.kill('SIGKILL');
  });
  const start = (point: string) => {
    const child = fork(PROGRAM, [adminUrl, point], { execArgv: [] });
    guardChild(child, { signal: 'SIGKILL' });
    running.add(child);
    return new Promise<void>((resolve) => child.once('exit', () => resolve(void running.delete(child))));
  };
  const replaceDead = async () => {
    for (let point = takeOne(wanted, below); point !== undefined; point = takeOne(wanted, below)) {
      await start(point);
      kills.set(point, (kills.get(point) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: ENGINES }, replaceDead));
  const last = await sealing.stop();
  void start('never');
  await untilQuiet(eye, last.number);
  return kills;
}

const takeOne = (points: string[], below: (end: number) => number): string | undefined =>
  points.splice(below(points.length), 1)[0];
