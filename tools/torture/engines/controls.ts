import { drawSome } from '../../trial/draw.ts';
import { seeded } from '../../trial/random.ts';
import type { TrialOptions } from '../../trial/trial.ts';
import { allEnded, list } from '../rig.ts';
import type { FaultRun } from './fault-run.ts';
import { breakOff, poll } from './load.ts';
import type { AnyIntent } from './order-log.ts';
import type { Below } from './terms.ts';
import type { Testbed } from './testbed.ts';

/** Sabotaged build, and whether it was detected. */
export type Control = { readonly name: string; readonly isDetected: boolean; readonly figure: string };

type Sabotage = {
  readonly name: string;
  /** The findings of which one must detect it; any other does not count. */
  readonly finds: readonly string[];
};

/** Faults of one build, each with findings of its own. */
export type Ordeal<Bed> = {
  readonly sabotages: readonly Sabotage[];
  readonly play: (testbed: Bed, below: Below) => Promise<void>;
};

type AnyBed = Testbed<AnyIntent, unknown>;

export type ControlPlan<Bed> = {
  /** The longest first. */
  readonly ordeals: readonly Ordeal<Bed>[];
  /** Builds of the short form, drawn by the seed. */
  readonly shortBuilds: number;
  /** Runs `work` on a testbed of a sabotaged build, with one engine. */
  readonly withBuild: <Value>(
    injectedFault: string,
    seed: number,
    work: (testbed: Bed) => Promise<Value>,
  ) => Promise<Value>;
  /** Waits until the engine has done what prices ask for, ends it, and audits. */
  readonly audit: (testbed: Bed) => Promise<Pick<FaultRun, 'ok' | 'wrongs'>>;
};

const TRIES = 3;
/** Controls that run at once: more would only wait for the two cores of a small machine, and for their timeouts. */
const AT_ONCE = 3;
const START_MS_MAX = 120_000;
const STANDS_STILL_MS = 20_000;

/** Runs the sabotages, each build on its own database and bus. */
export async function runControls<Bed extends AnyBed>(
  plan: ControlPlan<Bed>,
  { short, seed }: Pick<TrialOptions, 'short' | 'seed'>,
): Promise<Control[]> {
  const controls: Control[] = [];
  const waiting = (short ? drawSome(plan.ordeals, plan.shortBuilds, seeded(seed)) : plan.ordeals).entries();
  const runOne = async () => {
    for (const [index, ordeal] of waiting)
      controls.push(...(await tryUntilFound(plan, ordeal, seed + 100 * (index + 1))));
  };
  await allEnded(Array.from({ length: AT_ONCE }, runOne));
  return controls;
}

/** Repeats what was not detected, because its faults may have hit idle moments. */
async function tryUntilFound<Bed extends AnyBed>(
  plan: ControlPlan<Bed>,
  ordeal: Ordeal<Bed>,
  seed: number,
): Promise<readonly Control[]> {
  const found: Control[] = [];
  let { sabotages } = ordeal;
  for (let tries = 1; sabotages.length > 0; tries++) {
    const controls = await runControl(plan, { ...ordeal, sabotages }, seed + tries);
    found.push(...controls.filter(({ isDetected }) => isDetected || tries === TRIES));
    sabotages = sabotages.filter(({ name }) => !found.some((it) => it.name === name));
  }
  return found;
}

async function runControl<Bed extends AnyBed>(
  { withBuild, audit }: ControlPlan<Bed>,
  { sabotages, play }: Ordeal<Bed>,
  seed: number,
): Promise<Control[]> {
  const injectedFault = sabotages.map(({ name }) => name).join('+');
  return await withBuild(injectedFault, seed, async (testbed) => {
    const { load, cluster } = testbed;
    const hasBegun = () => load.acknowledged > 30 || load.broken !== undefined || cluster.ended.length > 0;
    await poll(hasBegun, 'a first order', START_MS_MAX);
    if (cluster.ended.length > 0) throw new Error(`${injectedFault}: ${cluster.ended.join(', ')}`);
    await play(testbed, seeded(seed)).catch(() => {}); // It cannot continue: what happened so far counts.
    breakOff(load, 'the control is over'); // A sabotaged engine may never respond again.
    await testbed.endTrading();
    const { ok, wrongs } = await audit(testbed);
    const found = new Map([...wrongs].filter(([wrong]) => wrong !== 'never settled'));
    return sabotages.map(({ name, finds }) => ({
      name,
      isDetected: finds.some((it) => found.has(it)),
      figure: `${name}: of ${ok} acknowledged, ${list(found) || 'nothing'}`,
    }));
  });
}

/** Waits for `more` further acknowledgements. */
export async function trading({ load }: Pick<AnyBed, 'load'>, more: number): Promise<void> {
  const enough = load.acknowledged + more;
  await poll(() => load.acknowledged >= enough || load.broken !== undefined, 'acknowledgements', STANDS_STILL_MS);
}

export const tradeOnly = (more: number) => (testbed: AnyBed) => trading(testbed, more);

const KILLS = 3;
/** Time from the early answer to the kill: the answer has been sent, and the commit has not. */
const ANSWERED_AFTER_MS = 50;

/** Kills the engine between an answer that comes too early and its commit. */
export async function killWhileAnswering(testbed: AnyBed, below: Below): Promise<void> {
  const trap = { point: 'committed', shard: testbed.shard, action: 'die', delayMs: ANSWERED_AFTER_MS } as const;
  for (let kill = 0; kill < KILLS && testbed.load.broken === undefined; kill++) {
    await trading(testbed, 20);
    await testbed.cluster.spring({ ...trap, skip: below(3) });
  }
  await trading(testbed, 1);
}

/** Kills the engine while what prices have triggered waits for locked accounts. */
export const killWhileLocked =
  <Bed extends AnyBed>(lock: (testbed: Bed, below: Below) => Promise<number>) =>
  async (testbed: Bed, below: Below): Promise<void> => {
    for (let kill = 0; kill < KILLS && testbed.load.broken === undefined; kill++) {
      await trading(testbed, 30);
      await lock(testbed, below);
    }
    await trading(testbed, 30);
  };
