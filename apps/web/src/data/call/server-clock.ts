import { createServerClock } from '@app/client/socket';
import { useSyncExternalStore } from 'react';
import { useConnection } from '../socket/connection.ts';

export const { syncFromHeader, serverNow } = createServerClock(useConnection);

const TICK_MS = 250;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Wakes everything that shows a time at once, so that it is drawn together. */
function onTick(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const wake of listeners) wake();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Returns what follows from the server's time, and renders when that changes; the device's clock may be wrong. */
export const useServerTime = <Value extends number | boolean>(
  read: (nowMs: number) => Value,
  everyMs = TICK_MS,
): Value => useSyncExternalStore(onTick, () => read(Math.floor(serverNow() / everyMs) * everyMs));

/** Returns the milliseconds left until a server timestamp. */
export const useCountdown = (untilMs: number, everyMs?: number): number =>
  useServerTime((nowMs) => Math.max(0, untilMs - nowMs), everyMs);
