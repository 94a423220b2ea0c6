import { useEffect, useState } from 'react';
import { type Freshness, freshnessOf } from './freshness.ts';

/** Returns the age of data received at `receivedAt`, updated every second while the page is shown. */
export function useFreshness(receivedAt: number): { freshness: Freshness; silentMs: number } {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return { freshness: freshnessOf(receivedAt, now), silentMs: Math.max(0, now - receivedAt) };
}
