import { useEffect, useState } from 'react';
import { useConnection } from '../socket/connection.ts';

/** A `Date` header is truncated to the second: the true time is half a second later on average. */
const HALF_A_SECOND = 500;

/** Returns the server clock's offset, taking half of the round trip as the latency. */
export const aheadBy = (serverMs: number, requestedAt: number, answeredAt: number) =>
  serverMs - (requestedAt + answeredAt) / 2;

/** The fastest response of the last minutes is the most accurate: a slow one may be stamped far from its midpoint. */
const BEST_FOR_MS = 300_000;
let best = { tookMs: Number.POSITIVE_INFINITY, at: Number.NEGATIVE_INFINITY };

/**
 * Sets the offset from a response's `Date` header; an offset from the socket is more precise and is not overwritten.
 */
export function syncFromHeader(date: string | null, requestedAt: number, answeredAt: number): void {
  const serverMs = Date.parse(date ?? '');
  if (Number.isNaN(serverMs) || useConnection.getState().clock === 'socket') return;
  const tookMs = answeredAt - requestedAt;
  if (tookMs > best.tookMs && answeredAt - best.at < BEST_FOR_MS) return;
  best = { tookMs, at: answeredAt };
  useConnection.setState({
    clock: 'header',
    serverAheadMs: aheadBy(serverMs + HALF_A_SECOND, requestedAt, answeredAt),
  });
}

export const serverNow = () => Date.now() + useConnection.getState().serverAheadMs;

/** Returns the milliseconds left until a server timestamp; the device's clock may be wrong. */
export function useCountdown(untilMs: number, everyMs = 250): number {
  const [leftMs, setLeft] = useState(() => Math.max(0, untilMs - serverNow()));
  useEffect(() => {
    const tick = () => setLeft(Math.max(0, untilMs - serverNow()));
    tick();
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  }, [untilMs, everyMs]);
  return leftMs;
}
