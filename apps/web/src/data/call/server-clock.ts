import { createServerClock } from '@app/client/socket';
import { useEffect, useState } from 'react';
import { useConnection } from '../socket/connection.ts';

export const { syncFromHeader, serverNow } = createServerClock(useConnection);

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
