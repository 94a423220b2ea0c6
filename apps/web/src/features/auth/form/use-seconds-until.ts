import { useEffect, useState } from 'react';
import { lockedSeconds } from './form-errors.ts';

/** Counts down by the clock and not by ticks, so it is correct after a phone wakes up. */
export function useSecondsUntil(until: number | undefined): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (until === undefined) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return until === undefined ? 0 : Math.max(0, Math.ceil((until - now) / 1_000));
}

/** Returns how long the server locks further attempts, also after the text of its refusal is gone. */
export function useLockedSeconds(error: Error | null): number {
  const [until, setUntil] = useState<number>();
  useEffect(() => {
    const seconds = lockedSeconds(error);
    if (seconds !== undefined) setUntil(Date.now() + seconds * 1_000);
  }, [error]);
  return useSecondsUntil(until);
}
