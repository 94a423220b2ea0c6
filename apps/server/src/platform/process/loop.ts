import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from './log.ts';

export type Loop = { readonly name: string; readonly everyMs: number; readonly work: () => Promise<unknown> };

/**
 * Repeats work until the signal is aborted and the current round has ended. A round that fails is logged and the next
 * one runs all the same: a loop that dies silently would look like an idle one.
 */
export async function runLoop({ name, everyMs, work }: Loop, signal: AbortSignal, log: Log): Promise<void> {
  while (!signal.aborted) {
    const startedMs = performance.now();
    await work().catch((error: unknown) => log.error({ loop: name, err: error }, 'loop.round_failed'));
    const leftMs = Math.max(0, everyMs - (performance.now() - startedMs));
    await pause(leftMs, undefined, { signal }).catch(() => {}); // Aborted by the stop.
  }
}
