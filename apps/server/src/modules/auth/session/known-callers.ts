import { performance } from 'node:perf_hooks';
import { onSessionsEnded } from '../../../platform/bus/session-events.ts';
import type { Found, Sender } from '../../../platform/http/caller.ts';
import type { Log } from '../../../platform/process/log.ts';
import { runLoop } from '../../../platform/process/loop.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { hashToken, isToken } from '../secrets.ts';

/** A caller found in the database, and how long it may be used without another lookup. */
export type CachedCaller = Found & { readonly keepMs: number };

/** Sessions that changed since an earlier poll; `upTo` is the `since` of the next one. */
export type FindChangedSessions = (
  since: string | undefined,
) => Promise<{ readonly ids: readonly bigint[]; readonly upTo: string }>;

type Lookups = {
  readonly find: (token: string, from: Sender | undefined) => Promise<CachedCaller | undefined>;
  readonly findChanged: FindChangedSessions;
};

export type KnownCallers = {
  /** Finds a caller in memory, else in the database. */
  find(token: string, from?: Sender): Promise<Found | undefined>;
  /** Asks which sessions changed and forgets them. */
  poll(): Promise<void>;
};

/** A poll is repeated after this time; two of them fit into the second within which a change takes effect. */
const POLL_EVERY_MS = 400;
/** What was last confirmed longer ago is not used: without polls every request asks the database. */
const CONFIRMED_MS_MAX = 1_000;
const KNOWN_MAX = 100_000;
/** Reported sessions that are remembered while callers are read; with more, no reading under way is kept. */
const CHANGED_MAX = 100_000;

type Known = { readonly found: Found; readonly untilMs: number };

/**
 * Keeps callers in memory. A change of a session takes effect at the next poll at the latest, and at once where a hint
 * arrives; if polls fail, memory is not used. A caller whose session was reported as changed while it was being read is
 * not kept, because the reading may not have seen the change. All others are: under load every reading outlasts a poll,
 * and a memory that is then not filled makes the load worse.
 */
export function createKnownCallers(bus: Platform['bus'], { find, findChanged }: Lookups): KnownCallers {
  const byToken = new Map<string, Known>();
  const tokensOf = new Map<bigint, Set<string>>();
  let since: string | undefined;
  let confirmedMs = Number.NEGATIVE_INFINITY;
  const readings = trackReadings();

  const forget = (ids: Iterable<bigint>) => {
    for (const id of ids) {
      readings.noteChanged(id);
      for (const key of tokensOf.get(id) ?? []) byToken.delete(key);
      tokensOf.delete(id);
    }
  };
  onSessionsEnded(bus, forget);

  const keep = (key: string, { keepMs, ...found }: CachedCaller) => {
    if (byToken.size >= KNOWN_MAX) {
      byToken.clear();
      tokensOf.clear();
    }
    byToken.set(key, { found, untilMs: performance.now() + keepMs });
    const keys = tokensOf.get(found.caller.sessionId) ?? new Set();
    tokensOf.set(found.caller.sessionId, keys.add(key));
  };

  return {
    async find(token, from) {
      if (!isToken(token)) return undefined;
      const key = hashToken(token).toString('base64');
      const nowMs = performance.now();
      const known = byToken.get(key);
      if (known !== undefined && nowMs < known.untilMs && nowMs - confirmedMs < CONFIRMED_MS_MAX) return known.found;
      const isCovered = since !== undefined; // The first poll reports nothing from before it.
      const reading = readings.begin();
      try {
        const cached = await find(token, from);
        if (cached === undefined) return undefined;
        const { keepMs, ...found } = cached;
        const isCurrent = isCovered && !readings.hasChanged(found.caller.sessionId, reading);
        if (isCurrent && found.nextToken === undefined && keepMs > 0) keep(key, cached);
        return found;
      } finally {
        readings.end();
      }
    },
    async poll() {
      const startedMs = performance.now();
      const { ids, upTo } = await findChanged(since);
      forget(ids);
      since = upTo;
      confirmedMs = startedMs;
    },
  };
}

/** Numbers reports of changes, so that each reading can tell those that came after its start. */
function trackReadings() {
  let underWay = 0;
  let lastReport = 0;
  /** Readings that began before this report may have missed one. */
  let forgottenUpTo = 0;
  const reportOf = new Map<bigint, number>();
  return {
    /** Returns the start of a reading: the last report before it. */
    begin(): number {
      underWay += 1;
      return lastReport;
    },
    end(): void {
      underWay -= 1;
      if (underWay === 0) reportOf.clear();
    },
    noteChanged(sessionId: bigint): void {
      if (underWay === 0) return;
      lastReport += 1;
      if (reportOf.size >= CHANGED_MAX) {
        reportOf.clear();
        forgottenUpTo = lastReport;
      }
      reportOf.set(sessionId, lastReport);
    },
    /** Whether a session may have been reported since a reading began. */
    hasChanged: (sessionId: bigint, start: number): boolean =>
      start < forgottenUpTo || (reportOf.get(sessionId) ?? 0) > start,
  };
}

/** Polls until the signal is aborted. */
export const keepPolling = ({ poll }: KnownCallers, signal: AbortSignal, log: Log): Promise<void> =>
  runLoop({ name: 'changed sessions', everyMs: POLL_EVERY_MS, work: poll }, signal, log);
