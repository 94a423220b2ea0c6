import { transferRule } from '../ledger/index.ts';

/** Groups by which records are filtered. */
export const RECORD_GROUPS = ['trade', 'convert', 'in', 'out', 'transfer', 'hold', 'other'] as const;
export type RecordGroup = (typeof RECORD_GROUPS)[number];

/** Groups of kinds whose flow, product and freezing do not say it. */
const SPECIAL: Readonly<Record<string, RecordGroup>> = {
  'wallet.change': 'transfer',
  'spot.release': 'hold',
  'contract.release': 'hold',
  'contract.margin_removed': 'hold',
  'seconds.refund': 'hold',
  'withdrawal.return': 'hold',
  'payout.return': 'hold',
};

/**
 * Returns the group of a kind of transfer. What neither trades nor freezes, and may come from either side of the border,
 * is `other`.
 */
export function recordGroup(kind: string): RecordGroup {
  const special = SPECIAL[kind];
  if (special !== undefined) return special;
  const { product, freezes, flow } = transferRule(kind) ?? { flow: 'none' };
  if (product !== undefined) return product === 'convert' ? 'convert' : 'trade';
  if (freezes !== undefined) return 'hold';
  return flow === 'in' || flow === 'out' ? flow : 'other';
}
