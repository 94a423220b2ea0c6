import { expectDefined } from '@app/base';
import type { Reader } from '@app/server/platform/db/database';
import { sql } from 'kysely';

/** Constants shared by the rig and the owners it starts. */
export const LEASE = 'spot-torture';
export const KIND = 'spot.fill';
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

/** Returns a ref `<epoch>.<number>`; numbers continue across owners, so a second writer creates a duplicate. */
export const refOf = (epoch: number, number: number) => `${epoch}.${number}`;

/** Reads everything committed below an epoch in one statement, so from one snapshot. */
export async function readHistory(db: Reader, epoch: number): Promise<History> {
  const { rows } = await sql<History>`
    select count(*)::int as batches, coalesce(max(split_part(ref, '.', 2)::int), 0) as last,
           coalesce(md5(string_agg(ref, ',' order by ref)), '') as digest
      from ledger_transfer where kind = ${KIND} and split_part(ref, '.', 1)::int < ${epoch}`.execute(db);
  return expectDefined(rows[0], 'one row of sums');
}
