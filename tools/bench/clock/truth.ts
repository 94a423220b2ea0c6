import type pg from 'pg';
import type { Shown } from './device.ts';

/** A bet as the server's rows have it, in milliseconds since 1970. */
export type Truth = {
  readonly entersMs: number;
  readonly entryMs: number;
  readonly expiresMs: number;
  readonly endedMs: number;
};

export async function readTruth(root: pg.Client): Promise<ReadonlyMap<bigint, Truth>> {
  const { rows } = await root.query<Record<'id' | 'enters' | 'entry' | 'expires' | 'ended', string>>(
    `select b.id, b.accepted_ms + b.entry_delay_ms as enters, b.entry_ms as entry, b.entry_ms + b.seconds * 1000 as expires,
            extract(epoch from s.at) * 1000 as ended
       from seconds_bet b join seconds_settlement s on s.bet = b.id`,
  );
  return new Map(
    rows.map(({ id, enters, entry, expires, ended }) => [
      BigInt(id),
      { entersMs: Number(enters), entryMs: Number(entry), expiresMs: Number(expires), endedMs: Number(ended) },
    ]),
  );
}

/** What a screen said, when it said so by the server's clock, and what it would have said by the device's own. */
export type Look = { readonly atMs: number; readonly shown: readonly Shown[]; readonly untrue: readonly Shown[] };

export type Judged = {
  /** Screens of running bets that were compared. */
  readonly looks: number;
  /** Moments and ends that differ from the server's. */
  readonly wrong: number;
  /** Largest error of the time left. */
  readonly errorMs: number;
  /** The same of a device that trusts its own clock. */
  readonly untrueMs: number;
  /** Longest time for which an ended bet was shown as open. */
  readonly lateMs: number;
};

/** Compares what screens said with what was so. */
export function judgeLooks(looks: readonly Look[], truths: ReadonlyMap<bigint, Truth>): Judged {
  let compared = 0;
  let wrong = 0;
  let lateMs = 0;
  const errors = { shown: 0, untrue: 0 };
  for (const { atMs, ...look } of looks) {
    for (const what of ['shown', 'untrue'] as const)
      for (const { id, leftMs, expiresMs } of look[what]) {
        const truth = truths.get(id);
        if (truth === undefined || expiresMs === null) continue;
        errors[what] = Math.max(errors[what], Math.abs(leftMs - Math.max(0, truth.expiresMs - atMs)));
      }
    for (const { id, entersMs, entryMs, expiresMs, isEnded } of look.shown) {
      const truth = truths.get(id);
      const areMoments =
        truth?.entersMs === entersMs &&
        (entryMs === null || entryMs === truth.entryMs) &&
        (expiresMs === null || expiresMs === truth.expiresMs);
      const isEarly = truth !== undefined && isEnded && atMs < truth.endedMs;
      if (!areMoments || isEarly) wrong += 1;
      if (truth !== undefined && !isEnded) lateMs = Math.max(lateMs, atMs - truth.endedMs);
      if (expiresMs !== null && !isEnded) compared += 1;
    }
  }
  return { looks: compared, wrong, errorMs: errors.shown, untrueMs: errors.untrue, lateMs };
}
