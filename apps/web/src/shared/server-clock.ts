import { useEffect, useState } from 'react';
import { useConnection } from './connection.ts';

/** A `Date` header is cut to the second: its moment lies half a second later on average. */
const HALF_A_SECOND = 500;

/** How far the server's clock is ahead, when half of the way there and back is taken as the way here. */
export const aheadBy = (serverMs: number, requestedAt: number, answeredAt: number) =>
  serverMs - (requestedAt + answeredAt) / 2;

/** The quickest answer of the last minutes knows best: a slow one was stamped long before or after its middle. */
const BEST_FOR_MS = 300_000;
let best = { tookMs: Number.POSITIVE_INFINITY, at: Number.NEGATIVE_INFINITY };

/** From any answer's `Date` header; a socket's answer is finer and is not overwritten. */
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

/** Milliseconds left until a moment of the server's clock; the device's own clock may be wrong. */
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
