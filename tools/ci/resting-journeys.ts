import { JOURNEYS } from '../affected/journeys.ts';

/** One in so many of the journeys beyond the core rests where everything may have changed. */
const ONE_IN = 2;

/**
 * Returns the journeys that rest in a landing that would run all: half of those beyond the core, which the commit
 * chooses, so that each runs in every second landing. An unlisted one never rests.
 */
export function restingJourneys(names: readonly string[], head: string): readonly string[] {
  const may = names.filter((name) => JOURNEYS[name] !== undefined && JOURNEYS[name].isCore !== true).sort();
  const turn = Number.parseInt(head.slice(0, 8), 16) % ONE_IN;
  return may.filter((_, index) => index % ONE_IN === turn);
}
