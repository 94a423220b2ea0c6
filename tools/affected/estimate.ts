import { restingJourneys } from '../ci/resting-journeys.ts';
import { TRIALS_AT_ONCE, TRIALS_SECONDS } from '../ci/tiers.ts';
import { planTrials, secondsOf } from '../trial/plan.ts';
import { type Entry, entryName } from '../trial/trial.ts';
import { journeyFile } from './journeys.ts';
import { TIERS, type Tier } from './rules.ts';
import { isApart, type Selection } from './select.ts';
import { weightOfAll } from './weights.ts';

/**
 * Measured on two cores in a landing that ran everything in 20.9 minutes, unless remarked. The summary of a run has its
 * own figures.
 */
const SECONDS = {
  packages: 26,
  check: 93,
  unit: 173, // Without what runs only if something reaches it.
  unitApart: 35,
  boot: 55, // App build and product start, shared by the steps of the browser.
  openings: 293, // Every screen in one look.
  opening: 0.8, // A changed screen in one more look; estimated.
  api: 69,
  weight: 37, // If a screen has changed.
} as const;
/** Additional looks in which the page check opens a changed screen, and the limit for all openings together. */
const LOOKS = 11;
const OPENINGS_MAX = 150;
/** Seconds of files, as `test-weights.json` has them, that pass in one second: tests run beside each other. */
const AT_ONCE = { db: 3.6, journeys: 2 } as const;
/** Beside the other steps trials take so much longer than their estimates. */
const TRIALS_LONGER = 1.6;
/** Once one lane has ended, the other has both cores and is so much faster; estimated. */
const FASTER_ALONE = 1.3;

/** Estimates the seconds of a landing by tier. */
export function estimate(
  selection: Selection,
  entries: readonly Entry[],
  head: string,
): Readonly<Record<Tier, number>> {
  const { unit, db, journeys, screens, trials } = selection;
  const isNothing = TIERS.every((tier) => selection[tier].chosen.length === 0);
  if (isNothing) return { unit: 0, db: 0, journeys: 0, screens: 0, trials: 0 };
  const resting = isWhole(journeys) ? restingJourneys(journeys.chosen, head) : [];
  const walked = journeys.chosen.filter((name) => !resting.includes(name)).map(journeyFile);
  const apart = unit.chosen.filter(isApart);
  const openings = isWhole(screens) ? 0 : Math.min(OPENINGS_MAX, screens.chosen.length * LOOKS);
  const { run } = planTrials(entries, {
    touched: trials.chosen,
    budget: TRIALS_SECONDS,
    parallel: TRIALS_AT_ONCE,
    head,
  });
  return {
    unit: SECONDS.unit + (SECONDS.unitApart * apart.length) / (apart.length + unit.of - unit.chosen.length),
    db: weightOfAll(db.chosen) / AT_ONCE.db,
    journeys: SECONDS.boot + weightOfAll(walked) / AT_ONCE.journeys,
    screens:
      SECONDS.openings + openings * SECONDS.opening + SECONDS.api + (screens.chosen.length > 0 ? SECONDS.weight : 0),
    trials: secondsOf(run, TRIALS_AT_ONCE) * TRIALS_LONGER,
  };
}

const isWhole = ({ chosen, of }: Selection[Tier]) => chosen.length === of;

/** Returns the total in minutes. Tiers with and without a browser run in parallel, in two lanes. */
export function minutesOf({ unit, db, trials, journeys, screens }: Readonly<Record<Tier, number>>): string {
  const lanes = [SECONDS.check + unit + db + trials, journeys + screens];
  const both = Math.min(...lanes);
  const alone = (Math.max(...lanes) - both) / FASTER_ALONE;
  return ((SECONDS.packages + both + alone) / 60).toFixed(1);
}

/** Formats `journeys: 7 of 17 (spot, wallet, core)`; short lists name their members. */
export function describeTier(tier: Tier, { chosen, of, why }: Selection[Tier]): string {
  const left = chosen.length === of ? 'all' : `${chosen.length} of ${of}`;
  const isNamed = chosen.length > 0 && chosen.length < of && (tier === 'journeys' || tier === 'trials');
  return `${tier}: ${left} (${why})${isNamed ? `: ${chosen.join(', ')}` : ''}`;
}

/** Returns the selected trials that do not fit into the budget of a landing. */
export function cutOf(selection: Selection, entries: readonly Entry[], head: string): string[] {
  const limits = { touched: selection.trials.chosen, budget: TRIALS_SECONDS, parallel: TRIALS_AT_ONCE, head };
  const { left } = planTrials(entries, limits);
  return left.filter(({ state }) => state === 'not-run').map(({ entry }) => entryName(entry));
}
