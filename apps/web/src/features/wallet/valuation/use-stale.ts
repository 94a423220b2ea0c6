import { useEffect, useState } from 'react';
import { serverNow } from '../../../data/call/server-clock.ts';
import { useStandstill } from '../../../data/market/use-quotes.ts';
import { useConnection } from '../../../data/socket/connection.ts';
import { deadForMs, type Freshness, freshnessOf, type PriceMark } from './price-marks.ts';

/**
 * Returns how long figures have been stale, once they are: balances without a connection, or a held coin without new
 * prices.
 */
export function useStale(updatedAt: number, marks: readonly PriceMark[]): number | undefined {
  const receivedAt = useConnection((connection) => connection.receivedAt);
  const { freshness, silentMs } = useFreshness(Math.max(receivedAt, updatedAt)); // Updates every second, and so do the prices.
  const standstillMs = useStandstill();
  const deadMs = deadForMs(marks, { nowMs: serverNow(), standstillMs });
  return freshness === 'stale' ? Math.max(silentMs, deadMs ?? 0) : deadMs;
}

/** Returns the age of data received at `receivedAt`, updated every second while the page is shown. */
function useFreshness(receivedAt: number): { freshness: Freshness; silentMs: number } {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return { freshness: freshnessOf(receivedAt, now), silentMs: Math.max(0, now - receivedAt) };
}
