import { Worker } from 'node:worker_threads';
import type { Query, Reply } from './history-thread.ts';
import type { PackedBars } from './packed-bars.ts';

type Waiting = { resolve(bars: PackedBars): void; reject(error: unknown): void };

/** Computes bars beside the loop that answers requests, one chunk after the other. */
export type Thread = {
  request(question: Omit<Query, 'id'>): Promise<PackedBars>;
  /** Whether so much waits that whoever can do without had better. */
  isBusy(): boolean;
  close(): Promise<void>;
};

/** About a second of work. */
const PENDING_MAX = 100;

/** Starts with the first question; a thread that died fails who waits, and the next question starts another. */
export function openThread(seed: string): Thread {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let count = 0;
  const end = (error: unknown) => {
    worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const start = () => {
    const started = new Worker(new URL('./history-thread.ts', import.meta.url), { workerData: { seed } });
    started.on('message', ({ id, bars }: Reply) => {
      waiting.get(id)?.resolve(bars);
      waiting.delete(id);
    });
    started.once('error', end);
    started.unref(); // Nobody's end waits for it.
    return started;
  };
  const request: Thread['request'] = async (question) => {
    worker ??= start();
    count += 1;
    const id = count;
    const current = worker;
    return await new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      current.postMessage({ ...question, id } satisfies Query);
    });
  };
  const close = async () => {
    await worker?.terminate();
    end(new Error('the history was closed'));
  };
  return { request, isBusy: () => waiting.size >= PENDING_MAX, close };
}
