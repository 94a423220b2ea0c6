import { useEffect, useState } from 'react';
import { type Freshness, freshnessOf } from '../model/freshness.ts';

/** How old what was heard at `receivedAt` is, looked at every second while the page is seen. */
export function useFreshness(receivedAt: number): { freshness: Freshness; silentMs: number } {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return { freshness: freshnessOf(receivedAt, now), silentMs: Math.max(0, now - receivedAt) };
}
