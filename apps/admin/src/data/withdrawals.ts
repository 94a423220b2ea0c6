import type { Chain } from '@app/domain/payee';
import type { Change } from './queries.ts';

/** What people sign about a withdrawal. */
type ApprovedPayment = {
  readonly address: string;
  readonly amount: string;
  readonly chain: Chain;
  readonly currency: string;
  readonly fee: string;
};

/** Returns the payment that a change approves; undefined for changes of other kinds. */
export function paymentOf(change: Pick<Change, 'kind' | 'payload'>): ApprovedPayment | undefined {
  return change.kind === 'withdrawal.approve' ? (JSON.parse(change.payload) as ApprovedPayment) : undefined; // Checked by the server.
}
