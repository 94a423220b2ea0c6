import { setTimeout as pause } from 'node:timers/promises';
import type { Engine } from '@app/server/engine/client';

/** Send time and shard of an acknowledged request, used to measure recovery. */
type Acknowledged = { readonly shard: string; readonly sentMs: number; readonly atMs: number };

/** State shared by the clients of one run. */
export type Load = {
  readonly engine: Engine;
  stopping: boolean;
  broken: string | undefined;
  /** No new requests start; running ones are completed. */
  isGated: boolean;
  /** Number of requests without a known outcome yet. */
  busy: number;
  /** Requests that timed out at the client and may still be answered. */
  late: number;
  acknowledged: number;
  /** Requests sent more than once before the outcome was known. */
  repeated: number;
  readonly answers: Map<string, number>;
  /** Acknowledgements since the last reset. */
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

/** Aborts the run and keeps the first reason; later ones are usually consequences. */
export function breakOff(load: Load, why: string): void {
  load.broken ??= why;
  load.stopping = true;
}

export const count = (counts: Map<string, number>, what: string) => void counts.set(what, (counts.get(what) ?? 0) + 1);

const QUIET_MS_MAX = 60_000;

/** Runs `work` while no client trades. */
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
