import { expectDefined } from '@app/base';
import { FRANKFURT, fixed, NEW_YORK, type Zone } from './daylight.ts';
import type { Hours } from './market.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
/** 4 January 1970: local weeks start on a Sunday, so no session crosses the week boundary. */
const FIRST_SUNDAY_MS = 3 * DAY_MS;

/** Half-open interval [from, to), in milliseconds of a local week. */
type Session = readonly [number, number];
type Calendar = { readonly zone: Zone; readonly sessions: readonly Session[] };

const at = (day: number, hour: number) => day * DAY_MS + hour * HOUR_MS;
const SUNDAY = 0;
const WEEKDAYS = [1, 2, 3, 4, 5] as const;
const FRIDAY = 5;

const onWeekdays = (from: number, to: number): Session[] => WEEKDAYS.map((day) => [at(day, from), at(day, to)]);
/** Sessions from 23:00 to 22:00 the next day: a one-hour daily break, and the weekend from Friday. */
const nearlyRoundTheClock = WEEKDAYS.map((day): Session => [at(day - 1, 23), at(day, 22)]);

/**
 * Trading hours of each kind of venue. Exchange holidays are not modelled: on a holiday the venues send no quotes, so
 * the market is stale instead of closed. Asia's midday break is not modelled either.
 */
const CALENDARS: Readonly<Record<Hours, Calendar>> = {
  always: { zone: fixed(0), sessions: [[0, WEEK_MS]] },
  forex: { zone: fixed(0), sessions: [[at(SUNDAY, 22), at(FRIDAY, 22)]] },
  metal: { zone: fixed(0), sessions: nearlyRoundTheClock },
  us_index: { zone: fixed(0), sessions: nearlyRoundTheClock },
  us_stock: { zone: NEW_YORK, sessions: onWeekdays(9.5, 16) },
  eu_index: { zone: FRANKFURT, sessions: onWeekdays(8, 22) },
  asia_index: { zone: fixed(9), sessions: onWeekdays(9, 15.5) },
};

/**
 * Returns whether the venues of such a market are trading at an instant: from the opening millisecond to just before
 * the close.
 */
export function isOpenAt(hours: Hours, atMs: number): boolean {
  const { zone, sessions } = CALENDARS[hours];
  const local = atMs + zone(atMs);
  const intoWeek = local - startOfWeek(local);
  return sessions.some(([from, to]) => intoWeek >= from && intoWeek < to);
}

/** Returns the first instant at or after the given one at which the market is open. */
export function nextOpening(hours: Hours, atMs: number): number {
  if (isOpenAt(hours, atMs)) return atMs;
  const { zone, sessions } = CALENDARS[hours];
  const week = startOfWeek(atMs + zone(atMs));
  const openings = [week, week + WEEK_MS].flatMap((start) => sessions.map(([from]) => toUtc(start + from, zone)));
  return expectDefined(
    openings.find((opening) => opening > atMs),
    'an opening within a week',
  );
}

/** A time in which the venues trade without a break: from the first instant to just before the second. */
export type TradingSession = { readonly startedMs: number; readonly closesMs: number };

const ETERNAL: TradingSession = { startedMs: 0, closesMs: Number.POSITIVE_INFINITY };

/**
 * Returns the session in which an instant lies, or undefined while the market is closed. No calendar has two sessions
 * without a gap between them, and a market that never closes has one session, from 1970 on.
 */
export function sessionOf(hours: Hours, atMs: number): TradingSession | undefined {
  if (hours === 'always') return ETERNAL;
  const { zone, sessions } = CALENDARS[hours];
  const week = startOfWeek(atMs + zone(atMs));
  return sessions
    .map(([from, to]) => ({ startedMs: toUtc(week + from, zone), closesMs: toUtc(week + to, zone) }))
    .find(({ startedMs, closesMs }) => atMs >= startedMs && atMs < closesMs);
}

function startOfWeek(local: number): number {
  const weeks = Math.floor((local - FIRST_SUNDAY_MS) / WEEK_MS); // tidy: not money
  return FIRST_SUNDAY_MS + weeks * WEEK_MS;
}

/**
 * Converts local time to UTC. Clocks change on Sunday nights and these markets open on weekdays, so the one-hour error
 * of the guess is harmless.
 */
const toUtc = (local: number, zone: Zone) => local - zone(local);
