/** Constants shared by the rig and the owners it starts. */
export const LEASE = 'torture-0';
export const KIND = 'lease.batch';
export const CURRENCY = 'USDT';
export const USERS = [1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n] as const;

/**
 * Staleness after 600 ms without a heartbeat, checked every 100 ms: including the takeover, that leaves a quarter of
 * the second.
 */
export const STALE_AFTER_MS = 600;
export const RETRY_MS = 100;

/**
 * `sound` is the product. `no-terminate` takes over without ending the old owner's backend; `unfenced` checks the lease
 * in a separate transaction just before the one that writes, a common mistake.
 */
export type Mode = 'sound' | 'no-terminate' | 'unfenced';

/** All batches of lower epochs that a new owner sees right after taking the lease. None may be added later. */
export type History = { readonly batches: number; readonly last: number; readonly digest: string };

/** Message from an owner to the rig, sent when the event happens. */
export type Message = { readonly epoch: number; readonly atMs: number } & (
  | { readonly kind: 'owned'; readonly history: History }
  | { readonly kind: 'inside'; readonly accounts: readonly string[] }
  | { readonly kind: 'committed'; readonly ref: string }
  | { readonly kind: 'fenced' }
);
