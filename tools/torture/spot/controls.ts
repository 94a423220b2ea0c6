import { setTimeout as pause } from 'node:timers/promises';
import { seeded } from '../../trial/random.ts';
import type { PrivatePostgres } from '../private-postgres.ts';
import { auditOrders } from './audit.ts';
import { pauseInside } from './faults.ts';
import { breakOff, poll } from './load.ts';
import type { Below } from './order-client.ts';
import { readOrderLogs } from './order-log.ts';
import { reloadBooks } from './same-books.ts';
import { onStage, type Stage } from './stage.ts';
import { type Sabotage, SHARDS } from './terms.ts';

/** A sabotaged build, and whether it was found out. */
export type Control = { readonly name: Sabotage; readonly isDetected: boolean; readonly figure: string };

type Ordeal = {
  readonly name: Exclude<Sabotage, 'none'>;
  readonly engines: number;
  /** What the rig does to it; how many books differed. */
  readonly play: (stage: Stage, below: Below) => Promise<number>;
  /** One of these must be found; without any, whatever is found counts. */
  readonly finds?: readonly string[];
};

const CLIENTS = 10;
const TRIES = 3;
const START_MS_MAX = 60_000;
/** One that stands still has done its harm. */
const STANDS_STILL_MS = 6_000;

const ORDEALS: readonly Ordeal[] = [
  { name: 'answer-before-commit', engines: 1, play: killWhileAnswering, finds: ['lost'] },
  { name: 'no-epoch-check', engines: 2, play: wakeTheSleeper },
  { name: 'no-idempotency', engines: 1, play: killBeforeAnswering, finds: ['done twice'] },
  {
    name: 'fee-rounded-down',
    engines: 1,
    play: tradeOnly,
    finds: ['fee that is not the exact one, rounded up once'],
  },
  { name: 'reload-forgets', engines: 1, play: reloadBooks, finds: ['book that differs after a reload'] },
];

/** Every sabotage on a database and a bus of its own, side by side. */
export const runControls = (postgres: PrivatePostgres, seed: number): Promise<Control[]> =>
  Promise.all(ORDEALS.map((ordeal, at) => tryUntilFound(postgres, ordeal, seed + 100 * (at + 1))));

/** One whose every fault struck a quiet moment is played again: only one that is never found out means a blind rig. */
async function tryUntilFound(postgres: PrivatePostgres, ordeal: Ordeal, seed: number): Promise<Control> {
  for (let tries = 1; ; tries++) {
    const control = await runControl(postgres, ordeal, seed + tries);
    if (control.isDetected || tries === TRIES) return control;
  }
}

async function runControl(postgres: PrivatePostgres, ordeal: Ordeal, seed: number): Promise<Control> {
  const { name, engines, play, finds } = ordeal;
  return await onStage(postgres, { sabotage: name, engines, clients: CLIENTS, seed }, async (stage) => {
    await poll(() => stage.load.acknowledged > 50, 'a first order', START_MS_MAX);
    const differing = await play(stage, seeded(seed)).catch(() => 0); // It can go no further: what was done by then counts.
    breakOff(stage.load, 'the control is over'); // A sabotaged engine may never answer again.
    await stage.endTrading();
    await stage.cluster.stop();
    const { ok, wrongs } = await auditOrders(stage.database.urlOf('postgres'), readOrderLogs(stage.files));
    const found = new Map([...wrongs].filter(([wrong]) => wrong !== 'never settled'));
    if (differing > 0) found.set('book that differs after a reload', differing);
    const isBuiltIn = stage.cluster.ended.every((it) => !it.includes('not built in'));
    const isSeen = finds === undefined ? found.size > 0 : finds.some((wrong) => found.has(wrong));
    const list = [...found].map(([wrong, times]) => `${times} × ${wrong}`).join(', ') || 'nothing';
    return { name, isDetected: isBuiltIn && isSeen, figure: `${name}: of ${ok} acknowledged, ${list}` };
  });
}

/** Until so many more were acknowledged. */
async function trading({ load }: Stage, more: number): Promise<void> {
  const enough = load.acknowledged + more;
  await poll(() => load.acknowledged >= enough || load.broken !== undefined, 'acknowledgements', STANDS_STILL_MS);
}

const KILLS = 3;

async function killWhileAnswering(stage: Stage, below: Below): Promise<number> {
  for (let kill = 0; kill < KILLS && stage.load.broken === undefined; kill++) {
    await trading(stage, 40);
    await pause(below(100));
    stage.cluster.killAll();
  }
  await trading(stage, 1);
  return 0;
}

async function killBeforeAnswering(stage: Stage, below: Below): Promise<number> {
  const trap = { point: 'committed', shard: SHARDS.real, skip: below(3), action: 'die' } as const;
  await stage.cluster.spring(trap);
  await trading(stage, 60);
  return 0;
}

async function wakeTheSleeper(stage: Stage, below: Below): Promise<number> {
  await stage.cluster.untilWhole();
  await pauseInside(stage, below);
  await trading(stage, 200);
  return 0;
}

async function tradeOnly(stage: Stage): Promise<number> {
  await trading(stage, 200);
  return 0;
}
