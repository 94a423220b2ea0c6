import type { Change } from './queries.ts';

/** What people sign about a payout to a bank; the account only in what approves or pays it. */
type DecidedPayout = { readonly usd: string; readonly account?: string; readonly bank_reference?: string };

/** Returns the payout that a change is about; undefined for changes of other kinds. */
export function payoutOf(change: Pick<Change, 'kind' | 'payload'>): DecidedPayout | undefined {
  return change.kind.startsWith('payout.') ? (JSON.parse(change.payload) as DecidedPayout) : undefined; // Checked by the server.
}
