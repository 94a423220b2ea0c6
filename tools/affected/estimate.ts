import { TRIALS_AT_ONCE, TRIALS_SECONDS } from '../ci/tiers.ts';
import { planTrials, secondsOf } from '../trial/plan.ts';
import { type Entry, entryName } from '../trial/trial.ts';
import { JOURNEYS } from './journeys.ts';
import { TIERS, type Tier } from './rules.ts';
import type { Selection } from './select.ts';

/** Rough seconds on two busy cores, for estimates; the summary of a run has the measured ones. */
const SECONDS = {
  packages: 30,
  check: 60,
  unit: 140,
  db: 480,
  boot: 55, // App build and product start, shared by journeys and screens.
  journey: 40, // Default for an unlisted one.
  openings: 80, // Every screen in one variant.
  opening: 0.8, // A changed screen in one more variant.
} as const;
/** Additional variants in which the page check opens a changed screen, and the limit for all openings together. */
const LOOKS = 11;
const OPENINGS_MAX = 130;
/** Two workers are not twice as fast as one. */
const GAIN_OF_TWO = 1.5;

/** Estimates the seconds of a landing by tier. Unit tests always run in full if anything but a document changed. */
export function estimate(
  selection: Selection,
  entries: readonly Entry[],
  head: string,
): Readonly<Record<Tier, number>> {
  const { journeys, screens, trials } = selection;
  const isNothing = TIERS.every((tier) => selection[tier].chosen.length === 0);
  if (isNothing) return { unit: 0, db: 0, journeys: 0, screens: 0, trials: 0 };
  const walked = journeys.chosen.reduce((sum, name) => sum + (JOURNEYS[name]?.seconds ?? SECONDS.journey), 0);
  const openings = Math.min(OPENINGS_MAX, screens.chosen.length * LOOKS);
  const { run } = planTrials(entries, {
    touched: trials.chosen,
    budget: TRIALS_SECONDS,
    parallel: TRIALS_AT_ONCE,
    head,
  });
  return {
    unit: SECONDS.unit,
    db: (SECONDS.db * selection.db.chosen.length) / selection.db.of,
    journeys: SECONDS.boot + walked / GAIN_OF_TWO,
    screens: SECONDS.openings + openings * SECONDS.opening,
    trials: secondsOf(run, TRIALS_AT_ONCE),
  };
}

/** Returns the total in minutes. Tiers with and without a browser run in parallel, so the longer one counts. */
export function minutesOf({ unit, db, trials, journeys, screens }: Readonly<Record<Tier, number>>): string {
  const seconds = SECONDS.packages + Math.max(SECONDS.check + unit + db + trials, journeys + screens);
  return (seconds / 60).toFixed(1);
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
