export type BatchSize = {
  /** How many commands the next batch may take. */
  now(): number;
  note(batch: { readonly size: number; readonly tookMs: number }): void;
};

const SMALLEST = 50;
const LARGEST = 500;
/** A batch that takes longer makes whoever comes next wait too long. */
const TOOK_MS_MAX = 100;

/** Batches grow with the load: a full one that was quick makes the next one twice as large, a slow one half. */
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
