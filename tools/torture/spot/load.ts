import { setTimeout as pause } from 'node:timers/promises';
import type { Engine } from '@app/server/engine/engine-client';

/** When an acknowledged request was sent, and to which shard: what a recovery is measured by. */
type Acknowledged = { readonly shard: string; readonly sentMs: number; readonly atMs: number };

/** What the clients of one run share. */
export type Load = {
  readonly engine: Engine;
  stopping: boolean;
  broken: string | undefined;
  /** Nobody begins anything new; what is begun is brought to its end. */
  isGated: boolean;
  /** How many requests are on their way to a known end. */
  busy: number;
  /** Questions that nobody waits for any more, and that may still be answered. */
  late: number;
  acknowledged: number;
  /** Sent more than once before it was known. */
  repeated: number;
  readonly answers: Map<string, number>;
  /** Since somebody last emptied it. */
  recent: Acknowledged[];
};

export const newLoad = (engine: Engine): Load => ({
  engine,
  stopping: false,
  broken: undefined,
  isGated: false,
  busy: 0,
  late: 0,
  acknowledged: 0,
  repeated: 0,
  answers: new Map(),
  recent: [],
});

/** The first reason is the one to report; what follows is usually its echo. */
export function breakOff(load: Load, why: string): void {
  load.broken ??= why;
  load.stopping = true;
}

export const count = (counts: Map<string, number>, what: string) => void counts.set(what, (counts.get(what) ?? 0) + 1);

const QUIET_MS_MAX = 60_000;

/** Runs something while nobody trades. */
export async function whileQuiet<Value>(load: Load, work: () => Promise<Value>): Promise<Value> {
  load.isGated = true;
  try {
    await poll(() => load.busy === 0 || load.broken !== undefined, 'a quiet moment', QUIET_MS_MAX);
    return await work();
  } finally {
    load.isGated = false;
  }
}

export async function poll(isSo: () => boolean, what: string, withinMs: number): Promise<void> {
  for (const deadlineMs = performance.now() + withinMs; !isSo(); await pause(5)) {
    if (performance.now() > deadlineMs) throw new Error(`waited in vain for: ${what}`);
  }
}
