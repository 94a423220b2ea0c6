import { confirmationsOf } from '@app/domain/deposit';
import { type Amount, parseDecimal, subtract } from '@app/money';
import type { Output } from '@app/protocol';
import type * as routes from '@app/protocol/withdrawal';
import type { WithdrawalRow } from '../withdrawal.store.ts';

type Shown = Output<typeof routes.getWithdrawal>;

/** Shows a withdrawal with the confirmations that its transaction has, of those that are needed. */
export function showWithdrawal({ block, head, explorer, ...row }: WithdrawalRow, needed: number): Shown {
  const amount = parseDecimal<Amount>(row.amount);
  const fee = parseDecimal<Amount>(row.fee);
  return {
    id: row.id,
    currency: row.currency,
    chain: row.chain,
    address: row.address,
    address_name: row.address_name,
    amount,
    fee,
    received: subtract(amount, fee),
    state: row.state,
    review_reasons: row.review_reasons,
    refused_because: row.refused_because,
    confirmations: block === null ? 0 : confirmationsOf(Number(block), Number(head ?? block)),
    confirmations_needed: needed,
    tx_hash: row.tx_hash,
    explorer: explorer === null || row.tx_hash === null ? null : `${explorer}${row.tx_hash}`,
    created_at: row.created_at.getTime(),
    steps: row.steps,
  };
}
