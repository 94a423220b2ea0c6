import { type Hours, sessionOf } from '../market/index.ts';

/** Ticks counted in a session of a market; one row of it is stored. */
export type SessionCount = {
  readonly startedMs: number;
  /** Counts up to the opening tick; from then on it is `REOPENED`. */
  readonly ticks: number;
};

/** Closed: outside hours. Reopening: the first ticks of a session only count. Open: triggers run and positions open. */
export type SessionPhase = 'closed' | 'reopening' | 'open';

/** Most ticks that the setting may ask for before a session opens. */
export const REOPENING_TICKS_MAX = 100;

/** More than the setting may ask for: when it is raised, a session that is open stays open. */
const REOPENED = 1_000;

/** What a tick is for the contracts of its market. */
export type CountedTick = {
  /** The same object if nothing has to be stored. */
  readonly session: SessionCount | undefined;
  readonly phase: SessionPhase;
  /** Whether this tick opens its session: everything that waited is decided at it. */
  readonly isOpeningTick: boolean;
};

/**
 * Counts a tick. The first ticks after an opening may be wrong prices of venues that are still starting, so nothing is
 * decided until some of them agree to have a price; the last of them is the opening tick, one in each session.
 */
export function countTick(
  count: SessionCount | undefined,
  tickMs: number,
  hours: Hours,
  reopeningTicks: number,
): CountedTick {
  const session = sessionOf(hours, tickMs);
  if (session === undefined) return { session: count, phase: 'closed', isOpeningTick: false };
  const { startedMs } = session;
  const before = count?.startedMs === startedMs ? count : { startedMs, ticks: 0 };
  if (before.ticks >= REOPENED) return { session: before, phase: 'open', isOpeningTick: false };
  const ticks = before.ticks + 1;
  if (ticks < reopeningTicks) return { session: { startedMs, ticks }, phase: 'reopening', isOpeningTick: false };
  return { session: { startedMs, ticks: REOPENED }, phase: 'open', isOpeningTick: true };
}

/** Returns the phase at an instant between ticks: whether an order may wait for the next tick, or is refused. */
export function phaseAt(count: SessionCount | undefined, atMs: number, hours: Hours): SessionPhase {
  const session = sessionOf(hours, atMs);
  if (session === undefined) return 'closed';
  return count?.startedMs === session.startedMs && count.ticks >= REOPENED ? 'open' : 'reopening';
}
