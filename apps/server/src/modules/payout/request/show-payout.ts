import { type Amount, parseDecimal, type Rate } from '@app/money';
import type { Output } from '@app/protocol';
import type { getPayout } from '@app/protocol/payout';
import type { PayoutRow } from '../payout.store.ts';

export const showPayout = (row: PayoutRow): Output<typeof getPayout> => ({
  ...row,
  amount: parseDecimal<Amount>(row.amount),
  fee: parseDecimal<Amount>(row.fee),
  rate: parseDecimal<Rate>(row.rate),
  usd: parseDecimal<Amount>(row.usd),
  created_at: row.created_at.getTime(),
});
