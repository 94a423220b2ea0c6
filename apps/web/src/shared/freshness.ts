import { useEffect, useState } from 'react';
import { LATE_MS, STALE_MS } from './timing.ts';

export type Freshness = 'fresh' | 'late' | 'stale';

/** A socket can be open while data is dead: what counts is when something was last heard. */
export function freshnessOf(heardAt: number, now: number): Freshness {
  const silentMs = now - heardAt;
  return silentMs < LATE_MS ? 'fresh' : silentMs < STALE_MS ? 'late' : 'stale';
}

/** How old what was heard at `heardAt` is, looked at every second while the page is seen. */
export function useFreshness(heardAt: number): { freshness: Freshness; silentMs: number } {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return { freshness: freshnessOf(heardAt, now), silentMs: Math.max(0, now - heardAt) };
}
