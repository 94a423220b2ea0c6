import { Worker } from 'node:worker_threads';
import type { Query, Reply } from './history-thread.ts';
import type { PackedBars } from './packed-bars.ts';

type Waiting = { resolve(bars: PackedBars): void; reject(error: unknown): void };

/** Worker thread that computes bars off the request loop, one chunk after the other. */
export type Thread = {
  request(question: Omit<Query, 'id'>): Promise<PackedBars>;
  /** Returns whether the queue is so long that optional requests should be dropped. */
  isBusy(): boolean;
  close(): Promise<void>;
};

/** About a second of work. */
const PENDING_MAX = 100;

/**
 * Opens the thread lazily on the first request; if it dies, pending requests fail and the next request starts another.
 */
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
    started.unref(); // Does not keep the process alive.
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
