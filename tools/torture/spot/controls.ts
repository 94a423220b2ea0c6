import { setTimeout as pause } from 'node:timers/promises';
import { seeded } from '../../trial/random.ts';
import type { PrivatePostgres } from '../private-postgres.ts';
import { list } from '../rig.ts';
import { auditOrders, FINDINGS } from './audit.ts';
import { pauseInside, reloadBooks } from './faults.ts';
import { breakOff, poll } from './load.ts';
import type { Below } from './order-client.ts';
import { readOrderLogs } from './order-log.ts';
import { type InjectedFault, SHARDS, TARGET } from './terms.ts';
import { type Testbed, withTestbed } from './testbed.ts';

/** Sabotaged build, and whether it was detected. */
export type Control = { readonly name: InjectedFault; readonly isDetected: boolean; readonly figure: string };

type Ordeal = {
  readonly name: Exclude<InjectedFault, 'none'>;
  readonly engines: number;
  /** Runs the attack; returns how many order books differed. */
  readonly play: (testbed: Testbed, below: Below) => Promise<number>;
  /** The finding that must detect it; any other does not count. */
  readonly finds: string;
};

const CLIENTS = 10;
const TRIES = 3;
const START_MS_MAX = 60_000;
/** Timeout after which an engine without progress counts as harmed. */
const STANDS_STILL_MS = 6_000;

const OTHER_BOOK = 'book that differs after a reload';

const ORDEALS: readonly Ordeal[] = [
  { name: 'answer-before-commit', engines: 1, play: killWhileAnswering, finds: FINDINGS.lost },
  { name: 'no-epoch-check', engines: 2, play: wakeTheSleeper, finds: FINDINGS.owners },
  { name: 'no-idempotency', engines: 1, play: killBeforeAnswering, finds: FINDINGS.twice },
  { name: 'fee-rounded-down', engines: 1, play: tradeOnly, finds: FINDINGS.fee },
  { name: 'reload-forgets', engines: 1, play: reloadBooks, finds: OTHER_BOOK },
  { name: 'newest-first', engines: 1, play: tradeOnly, finds: FINDINGS.priority },
];

/** Runs all sabotages concurrently, each on its own database and bus. */
export const runControls = (postgres: PrivatePostgres, seed: number): Promise<Control[]> =>
  Promise.all(ORDEALS.map((ordeal, index) => tryUntilFound(postgres, ordeal, seed + 100 * (index + 1))));

/**
 * Repeats a control that was not detected, because its faults may have hit idle moments: only one that is never
 * detected means the rig is blind.
 */
async function tryUntilFound(postgres: PrivatePostgres, ordeal: Ordeal, seed: number): Promise<Control> {
  for (let tries = 1; ; tries++) {
    const control = await runControl(postgres, ordeal, seed + tries);
    if (control.isDetected || tries === TRIES) return control;
  }
}

async function runControl(postgres: PrivatePostgres, ordeal: Ordeal, seed: number): Promise<Control> {
  const { name, engines, play, finds } = ordeal;
  return await withTestbed(postgres, { injectedFault: name, engines, clients: CLIENTS, seed }, async (testbed) => {
    await poll(() => testbed.load.acknowledged > 50, 'a first order', START_MS_MAX);
    const differing = await play(testbed, seeded(seed)).catch(() => 0); // It cannot continue: what happened so far counts.
    breakOff(testbed.load, 'the control is over'); // A sabotaged engine may never respond again.
    await testbed.endTrading();
    await testbed.cluster.stop();
    const { loads } = testbed.cluster;
    const { ok, wrongs } = await auditOrders(testbed.database.urlOf('postgres'), readOrderLogs(testbed.files), loads);
    const found = new Map([...wrongs].filter(([wrong]) => wrong !== 'never settled'));
    if (differing > 0) found.set(OTHER_BOOK, differing);
    const isBuiltIn = testbed.cluster.ended.every((it) => !it.includes('not built in'));
    return {
      name,
      isDetected: isBuiltIn && found.has(finds),
      figure: `${name}, to be found as "${finds}": of ${ok} acknowledged, ${list(found) || 'nothing'}`,
    };
  });
}

/** Waits for `more` further acknowledgements. */
async function trading({ load }: Testbed, more: number): Promise<void> {
  const enough = load.acknowledged + more;
  await poll(() => load.acknowledged >= enough || load.broken !== undefined, 'acknowledgements', STANDS_STILL_MS);
}

const KILLS = 3;

async function killWhileAnswering(testbed: Testbed, below: Below): Promise<number> {
  for (let kill = 0; kill < KILLS && testbed.load.broken === undefined; kill++) {
    await trading(testbed, 40);
    await pause(below(100));
    testbed.cluster.killAll();
  }
  await trading(testbed, 1);
  return 0;
}

async function killBeforeAnswering(testbed: Testbed, below: Below): Promise<number> {
  const trap = { point: 'committed', shard: SHARDS[TARGET], skip: below(3), action: 'die' } as const;
  await testbed.cluster.spring(trap);
  await trading(testbed, 60);
  return 0;
}

async function wakeTheSleeper(testbed: Testbed, below: Below): Promise<number> {
  await testbed.cluster.untilWhole();
  await pauseInside(testbed, below);
  await trading(testbed, 200);
  return 0;
}

async function tradeOnly(testbed: Testbed): Promise<number> {
  await trading(testbed, 200);
  return 0;
}
