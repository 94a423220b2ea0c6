import { drawSome } from '../../trial/draw.ts';
import { seeded } from '../../trial/random.ts';
import type { TrialOptions } from '../../trial/trial.ts';
import { reloadStates } from '../engines/compare-states.ts';
import { pauseInside } from '../engines/faults.ts';
import { breakOff, poll } from '../engines/load.ts';
import { readOrderLogs } from '../engines/order-log.ts';
import type { Below } from '../engines/terms.ts';
import type { PrivatePostgres } from '../private-postgres.ts';
import { list } from '../rig.ts';
import { auditOrders, FINDINGS } from './audit.ts';
import type { Answer, Intent } from './intents.ts';
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
/** Controls that run at once: more would only wait for the two cores of a small machine, and for their timeouts. */
const AT_ONCE = 3;
/** Controls of the short form, drawn by the seed: each costs about 20 s, and landings draw others. */
const SHORT_CONTROLS = 1;
const START_MS_MAX = 120_000;
/** Timeout after which an engine without progress counts as harmed. */
const STANDS_STILL_MS = 15_000;

const OTHER_BOOK = 'book that differs after a reload';

const ORDEALS: readonly Ordeal[] = [
  { name: 'answer-before-commit', engines: 1, play: killWhileAnswering, finds: FINDINGS.lost },
  { name: 'no-epoch-check', engines: 2, play: wakeTheSleeper, finds: FINDINGS.owners },
  { name: 'no-idempotency', engines: 1, play: killBeforeAnswering, finds: FINDINGS.twice },
  { name: 'fee-rounded-down', engines: 1, play: tradeOnly, finds: FINDINGS.fee },
  {
    name: 'reload-forgets',
    engines: 1,
    play: (testbed) => reloadStates(testbed, Object.values(SHARDS)),
    finds: OTHER_BOOK,
  },
  { name: 'newest-first', engines: 1, play: tradeOnly, finds: FINDINGS.priority },
];

/** Runs the sabotages, each on its own database and bus. */
export async function runControls(
  postgres: PrivatePostgres,
  { short, seed }: Pick<TrialOptions, 'short' | 'seed'>,
): Promise<Control[]> {
  const controls: Control[] = [];
  const waiting = (short ? drawSome(ORDEALS, SHORT_CONTROLS, seeded(seed)) : ORDEALS).entries();
  const runOne = async () => {
    for (const [index, ordeal] of waiting)
      controls[index] = await tryUntilFound(postgres, ordeal, seed + 100 * (index + 1));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runOne));
  return controls;
}

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
    const { load } = testbed;
    // On a busy machine an injected fault may break the load before anything is attacked.
    await poll(() => load.acknowledged > 50 || load.broken !== undefined, 'a first order', START_MS_MAX);
    const differing = await play(testbed, seeded(seed)).catch(() => 0); // It cannot continue: what happened so far counts.
    breakOff(load, 'the control is over'); // A sabotaged engine may never respond again.
    await testbed.endTrading();
    await testbed.cluster.stop();
    const { loads } = testbed.cluster;
    const { ok, wrongs } = await auditOrders(
      testbed.database.urlOf('postgres'),
      readOrderLogs<Intent, Answer>(testbed.files),
      loads,
    );
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

const KILLS = 2;
/** Time from the early answer to the kill: the answer has been sent, and the commit has not. */
const ANSWERED_AFTER_MS = 50;

async function killWhileAnswering(testbed: Testbed, below: Below): Promise<number> {
  const trap = { point: 'committed', shard: SHARDS[TARGET], action: 'die', delayMs: ANSWERED_AFTER_MS } as const;
  for (let kill = 0; kill < KILLS && testbed.load.broken === undefined; kill++) {
    await trading(testbed, 20);
    await testbed.cluster.spring({ ...trap, skip: below(3) });
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

/** Pauses an owner until it has a successor, and then lets both trade. */
async function wakeTheSleeper(testbed: Testbed, below: Below): Promise<number> {
  const { cluster } = testbed;
  await cluster.untilWhole();
  const shard = SHARDS[TARGET];
  const sleeper = cluster.ownerOf(shard);
  const isBack = cluster.until(
    (it) => it.kind === 'loaded' && it.shard === shard && it.from === sleeper,
    'the sleeper',
  );
  await Promise.all([isBack, pauseInside(testbed, below)]);
  await trading(testbed, 150);
  return 0;
}

async function tradeOnly(testbed: Testbed): Promise<number> {
  await trading(testbed, 200);
  return 0;
}
