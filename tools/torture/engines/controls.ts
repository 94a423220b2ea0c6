import { drawSome } from '../../trial/draw.ts';
import { seeded } from '../../trial/random.ts';
import type { TrialOptions } from '../../trial/trial.ts';
import type { PrivatePostgres } from '../private-postgres.ts';
import { allEnded, list } from '../rig.ts';
import { auditRun } from './audit.ts';
import { breakOff, poll } from './load.ts';
import { lockAccounts } from './lock-accounts.ts';
import type { AnyIntent } from './order-log.ts';
import type { ProductRig } from './product-rig.ts';
import type { Below } from './terms.ts';
import { type AnyTestbed, withTestbed } from './testbed.ts';

/** Sabotaged build, and whether it was detected. */
export type Control = { readonly name: string; readonly isDetected: boolean; readonly figure: string };

type Sabotage = {
  readonly name: string;
  /** The findings of which one must detect it; any other does not count. */
  readonly finds: readonly string[];
};

/** Faults of one build, each with findings of its own. */
export type Ordeal = {
  readonly sabotages: readonly Sabotage[];
  /** Engines that compete; one, unless said otherwise. */
  readonly engines?: number;
  /** Attacks the build. */
  readonly play: (testbed: AnyTestbed, below: Below) => Promise<void>;
};

const TRIES = 3;
/** Controls that run at once: more would only wait for the two cores of a small machine, and for their timeouts. */
const AT_ONCE = 3;
const START_MS_MAX = 120_000;
const STANDS_STILL_MS = 20_000;

/** Runs the sabotages, each build on its own database and bus. The short form has one build. */
export async function runControls<Intent extends AnyIntent, Answer>(
  postgres: PrivatePostgres,
  rig: ProductRig<Intent, Answer>,
  { short, seed }: Pick<TrialOptions, 'short' | 'seed'>,
): Promise<Control[]> {
  const { ordeals, short: chosen } = rig.controls;
  const one = chosen === 'first' ? ordeals.slice(0, 1) : drawSome(ordeals, 1, seeded(seed));
  const controls: Control[] = [];
  const waiting = (short ? one : ordeals).entries();
  const runOne = async () => {
    for (const [index, ordeal] of waiting)
      controls.push(...(await tryUntilFound(postgres, rig, { ordeal, seed: seed + 100 * (index + 1) })));
  };
  await allEnded(Array.from({ length: AT_ONCE }, runOne));
  return controls;
}

type Attempt = { readonly ordeal: Ordeal; readonly seed: number };

/**
 * Repeats what was not detected, because its faults may have hit idle moments: only what is never detected means that the
 * rig is blind.
 */
async function tryUntilFound<Intent extends AnyIntent, Answer>(
  postgres: PrivatePostgres,
  rig: ProductRig<Intent, Answer>,
  { ordeal, seed }: Attempt,
): Promise<readonly Control[]> {
  const found: Control[] = [];
  let { sabotages } = ordeal;
  for (let tries = 1; sabotages.length > 0; tries++) {
    const controls = await runControl(postgres, rig, { ordeal: { ...ordeal, sabotages }, seed: seed + tries });
    found.push(...controls.filter(({ isDetected }) => isDetected || tries === TRIES));
    sabotages = sabotages.filter(({ name }) => !found.some((it) => it.name === name));
  }
  return found;
}

async function runControl<Intent extends AnyIntent, Answer>(
  postgres: PrivatePostgres,
  rig: ProductRig<Intent, Answer>,
  { ordeal: { sabotages, engines = 1, play }, seed }: Attempt,
): Promise<Control[]> {
  const injectedFault = sabotages.map(({ name }) => name).join('+');
  const plan = { injectedFault, engines, clients: rig.controls.clients, seed };
  return await withTestbed(postgres, plan, rig, async (testbed) => {
    const { load, cluster } = testbed;
    const hasBegun = () => load.acknowledged > 30 || load.broken !== undefined || cluster.ended.length > 0;
    await poll(hasBegun, `a first order of ${injectedFault}`, START_MS_MAX);
    if (cluster.ended.length > 0) throw new Error(`${injectedFault}: ${cluster.ended.join(', ')}`);
    await play(testbed, seeded(seed)).catch(() => {}); // It cannot continue: what happened so far counts.
    breakOff(load, 'the control is over'); // A sabotaged engine may never respond again.
    await testbed.endTrading();
    await rig.untilSettled(testbed);
    await cluster.stop();
    const isBuiltIn = cluster.ended.every((it) => !it.includes('not built in'));
    const { ok, wrongs } = await auditRun(testbed, rig.audit, 'control');
    const found = new Map([...wrongs].filter(([wrong]) => wrong !== 'never settled'));
    return sabotages.map(({ name, finds }) => ({
      name,
      isDetected: isBuiltIn && finds.some((it) => found.has(it)),
      figure: `${name}, to be found as "${finds.join('" or "')}": of ${ok} acknowledged, ${list(found) || 'nothing'}`,
    }));
  });
}

/** Waits for `more` further acknowledgements. */
export async function trading({ load }: Pick<AnyTestbed, 'load'>, more: number): Promise<void> {
  const enough = load.acknowledged + more;
  await poll(() => load.acknowledged >= enough || load.broken !== undefined, 'acknowledgements', STANDS_STILL_MS);
}

export const tradeOnly = (more: number) => (testbed: AnyTestbed) => trading(testbed, more);

const KILLS = 3;
/** Time from the early answer to the kill: the answer has been sent, and the commit has not. */
const ANSWERED_AFTER_MS = 50;

/** Kills the engine between an answer that comes too early and its commit. */
export async function killWhileAnswering(testbed: AnyTestbed, below: Below): Promise<void> {
  const trap = { point: 'committed', shard: testbed.shard, action: 'die', delayMs: ANSWERED_AFTER_MS } as const;
  for (let kill = 0; kill < KILLS && testbed.load.broken === undefined; kill++) {
    await trading(testbed, 20);
    await testbed.cluster.spring({ ...trap, skip: below(3) });
  }
  await trading(testbed, 1);
}

/** Kills the engine while what prices have triggered waits for locked accounts of a kind. */
export const killWhileLocked = (kind: string) => async (testbed: AnyTestbed, below: Below) => {
  for (let kill = 0; kill < KILLS && testbed.load.broken === undefined; kill++) {
    await trading(testbed, 30);
    await lockAccounts(testbed, below, { kind, isFatal: true });
  }
  await trading(testbed, 30);
};
