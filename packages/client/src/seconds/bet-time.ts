import type { Output } from '@app/protocol';
import { BET_STATUSES, type readBet } from '@app/protocol/seconds';

type WireBet = Output<typeof readBet>;
export type BetStatus = (typeof BET_STATUSES)[number];

/** Returns what a bet waits for, or how it ended. */
export const statusOf = ({ status }: Pick<WireBet, 'status'>): BetStatus => BET_STATUSES[status] ?? 'waiting';

/** Reports whether a bet is over: settled, cancelled or void. */
export const isEnded = (bet: Pick<WireBet, 'status'>): boolean => !['waiting', 'running'].includes(statusOf(bet));

/** Returns the time until a bet's earliest exit tick, on the server's time; before the entry, the whole length. */
export const timeLeftMs = ({ expires, seconds }: Pick<WireBet, 'expires' | 'seconds'>, nowMs: number): number =>
  expires === null ? seconds * 1_000 : Math.max(0, expires - nowMs);
