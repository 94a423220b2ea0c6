/** What the rig and the owners it starts agree on. */
export const LEASE = 'torture-0';
export const KIND = 'lease.batch';
export const CURRENCY = 'USDT';
export const USERS = [1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n] as const;

/** Silence of 600 ms is death, looked for every 100 ms: with the change itself that leaves a quarter of the second. */
export const STALE_AFTER_MS = 600;
export const RETRY_MS = 100;

/**
 * `sound` is the product. `no-terminate` takes over without ending the old owner's backend; `unfenced` checks the
 * lease in a transaction of its own, just before the one that writes, as is often done.
 */
export type Mode = 'sound' | 'no-terminate' | 'unfenced';

/** All batches of lower epochs, as a new owner sees them right after it took the lease. None may ever join them. */
export type History = { readonly batches: number; readonly last: number; readonly digest: string };

/** What an owner tells the rig, at the moment it happens. */
export type Message = { readonly epoch: number; readonly atMs: number } & (
  | { readonly kind: 'owned'; readonly history: History }
  | { readonly kind: 'inside'; readonly accounts: readonly string[] }
  | { readonly kind: 'committed'; readonly ref: string }
  | { readonly kind: 'fenced' }
);
