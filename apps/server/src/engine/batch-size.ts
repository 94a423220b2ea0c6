export type BatchSize = {
  /** Returns how many commands the next batch may take. */
  now(): number;
  note(batch: { readonly size: number; readonly tookMs: number }): void;
};

const SMALLEST = 50;
const LARGEST = 500;
/** Longest acceptable batch; a slower one delays the commands behind it too much. */
const TOOK_MS_MAX = 100;

/** Adapts the batch size to the load: a full and fast batch doubles the next limit, a slow one halves it. */
export function createBatchSize(): BatchSize {
  let limit = SMALLEST;
  return {
    now: () => limit,
    note: ({ size, tookMs }) => {
      if (tookMs > TOOK_MS_MAX) limit = Math.max(SMALLEST, Math.floor(limit / 2));
      else if (size >= limit) limit = Math.min(LARGEST, limit * 2);
    },
  };
}
