import type { Change } from './queries.ts';

/** What people sign about a report of a missing deposit. */
type FoundCoins = { readonly amount: string; readonly currency: string; readonly user_id: string };

/** Returns the coins that a change credits; undefined for changes of other kinds. */
export function foundOf(change: Pick<Change, 'kind' | 'payload'>): FoundCoins | undefined {
  return change.kind === 'deposit.approve' ? (JSON.parse(change.payload) as FoundCoins) : undefined; // Checked by the server.
}
