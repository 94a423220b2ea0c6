import { drawSome } from '../../trial/draw.ts';
import { seeded } from '../../trial/random.ts';
import type { TrialOptions } from '../../trial/trial.ts';
import { breakOff, poll } from '../engines/load.ts';
import { readOrderLogs } from '../engines/order-log.ts';
import type { Below } from '../engines/terms.ts';
import type { PrivatePostgres } from '../private-postgres.ts';
import { allEnded, list } from '../rig.ts';
import { auditContracts } from './audit.ts';
import { untilSettled } from './fault-run.ts';
import { lockAccounts } from './faults.ts';
import { FINDINGS } from './findings.ts';
import type { Answer, Intent } from './intents.ts';
import { type InjectedFault, SHARD } from './terms.ts';
import { type Testbed, withTestbed } from './testbed.ts';

/** Sabotaged build, and whether it was detected. */
export type Control = { readonly name: InjectedFault; readonly isDetected: boolean; readonly figure: string };

type Sabotage = {
  readonly name: Exclude<InjectedFault, 'none'>;
  /** The findings of which one must detect it; any other does not count. */
  readonly finds: readonly string[];
};

/** Faults of one build, each with findings of its own. */
type Ordeal = {
  readonly sabotages: readonly Sabotage[];
  readonly play: (testbed: Testbed, below: Below) => Promise<void>;
};

const CLIENTS = 16;
const TRIES = 3;
/** Controls that run at once: more would only wait for the two cores of a small machine, and for their timeouts. */
const AT_ONCE = 3;
/** Builds of the short form, drawn by the seed. */
const SHORT_BUILDS = 2;
const START_MS_MAX = 120_000;
const STANDS_STILL_MS = 20_000;
const RECEIPTS = 20;

/** The longest first. */
const ORDEALS: readonly Ordeal[] = [
  {
    // What each of these changes leaves the others alone.
    sabotages: [
      { name: 'liquidation-a-tick-late', finds: [FINDINGS.liquidation] },
      { name: 'shortfall-by-user', finds: [FINDINGS.transfer] },
    ],
    play: tradeOnly(350),
  },
  {
    sabotages: [{ name: 'run-not-stored', finds: [FINDINGS.close, FINDINGS.liquidation, FINDINGS.stop] }],
    play: killWhileLocked,
  },
  {
    sabotages: [{ name: 'answer-before-commit', finds: [FINDINGS.lost, 'lost as a record'] }],
    play: killWhileAnswering,
  },
  {
    sabotages: [{ name: 'tick-skipped', finds: [FINDINGS.liquidation, FINDINGS.stop, FINDINGS.close] }],
    play: tradeOnly(100),
  },
  {
    sabotages: [
      { name: 'nights-charged-twice', finds: [FINDINGS.nights] },
      { name: 'stop-on-older-block', finds: [FINDINGS.filled] },
    ],
    play: tradeOnly(120),
  },
];

/** Runs the sabotages, each build on its own database and bus. */
export async function runControls(
  postgres: PrivatePostgres,
  { short, seed }: Pick<TrialOptions, 'short' | 'seed'>,
): Promise<Control[]> {
  const controls: Control[] = [];
  const waiting = (short ? drawSome(ORDEALS, SHORT_BUILDS, seeded(seed)) : ORDEALS).entries();
  const runOne = async () => {
    for (const [index, ordeal] of waiting)
      controls.push(...(await tryUntilFound(postgres, ordeal, seed + 100 * (index + 1))));
  };
  await allEnded(Array.from({ length: AT_ONCE }, runOne));
  return controls;
}

/** Repeats what was not detected, because its faults may have hit idle moments. */
async function tryUntilFound(postgres: PrivatePostgres, ordeal: Ordeal, seed: number): Promise<readonly Control[]> {
  const found: Control[] = [];
  let { sabotages } = ordeal;
  for (let tries = 1; sabotages.length > 0; tries++) {
    const controls = await runControl(postgres, { ...ordeal, sabotages }, seed + tries);
    found.push(...controls.filter(({ isDetected }) => isDetected || tries === TRIES));
    sabotages = sabotages.filter(({ name }) => !found.some((it) => it.name === name));
  }
  return found;
}

async function runControl(postgres: PrivatePostgres, { sabotages, play }: Ordeal, seed: number): Promise<Control[]> {
  const injectedFault = sabotages.map(({ name }) => name).join('+');
  return await withTestbed(postgres, { injectedFault, engines: 1, clients: CLIENTS, seed }, async (testbed) => {
    const { load, cluster, database, files } = testbed;
    const hasBegun = () => load.acknowledged > 30 || load.broken !== undefined || cluster.ended.length > 0;
    await poll(hasBegun, 'a first order', START_MS_MAX);
    if (cluster.ended.length > 0) throw new Error(`${injectedFault}: ${cluster.ended.join(', ')}`);
    await play(testbed, seeded(seed)).catch(() => {}); // It cannot continue: what happened so far counts.
    breakOff(load, 'the control is over'); // A sabotaged engine may never respond again.
    await testbed.endTrading();
    await untilSettled(testbed);
    await cluster.stop();
    const acks = readOrderLogs<Intent, Answer>(files);
    const { ok, wrongs } = await auditContracts(database, { acks, receiptsMax: RECEIPTS });
    const found = new Map([...wrongs].filter(([wrong]) => wrong !== 'never settled'));
    return sabotages.map(({ name, finds }) => ({
      name,
      isDetected: finds.some((it) => found.has(it)),
      figure: `${name}: of ${ok} acknowledged, ${list(found) || 'nothing'}`,
    }));
  });
}

/** Waits for `more` further acknowledgements. */
async function trading({ load }: Testbed, more: number): Promise<void> {
  const enough = load.acknowledged + more;
  await poll(() => load.acknowledged >= enough || load.broken !== undefined, 'acknowledgements', STANDS_STILL_MS);
}

function tradeOnly(more: number): Ordeal['play'] {
  return (testbed) => trading(testbed, more);
}

const KILLS = 3;
/** Time from the early answer to the kill: the answer has been sent, and the commit has not. */
const ANSWERED_AFTER_MS = 50;

async function killWhileAnswering(testbed: Testbed, below: Below): Promise<void> {
  const trap = { point: 'committed', shard: SHARD, action: 'die', delayMs: ANSWERED_AFTER_MS } as const;
  for (let kill = 0; kill < KILLS && testbed.load.broken === undefined; kill++) {
    await trading(testbed, 20);
    await testbed.cluster.spring({ ...trap, skip: below(3) });
  }
  await trading(testbed, 1);
}

/** Kills the engine while runs wait for locked accounts. */
async function killWhileLocked(testbed: Testbed, below: Below): Promise<void> {
  for (let kill = 0; kill < KILLS && testbed.load.broken === undefined; kill++) {
    await trading(testbed, 30);
    await lockAccounts(testbed, below, true);
  }
  await trading(testbed, 30);
}
