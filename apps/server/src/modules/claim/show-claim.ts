import { type Amount, parseDecimal } from '@app/money';
import type { Output } from '@app/protocol';
import type { claimDeposit } from '@app/protocol/deposit';
import type { ClaimRow } from './claim.store.ts';

/** Describes a claim to its user. */
export const showClaim = ({ explorer, ...row }: ClaimRow): Output<typeof claimDeposit> => ({
  ...row,
  stated: parseDecimal<Amount>(row.stated),
  amount: row.amount === null ? null : parseDecimal<Amount>(row.amount),
  explorer: explorer === null || row.tx_hash === null ? null : `${explorer}${row.tx_hash}`,
  created_at: row.created_at.getTime(),
  decided_at: row.decided_at?.getTime() ?? null,
  credited_at: row.credited_at?.getTime() ?? null,
});
