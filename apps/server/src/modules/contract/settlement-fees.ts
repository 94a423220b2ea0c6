import { WORTH_CURRENCY } from '@app/domain/wallet';
import { type Amount, add, negate, parseDecimal, subtract, ZERO } from '@app/money';
import type { Reader } from '../../platform/db/database.ts';
import { findSettlements, type SettlementRow } from './contract.store.ts';

type Paid = { readonly ref: string; readonly changes: ReadonlyMap<string, Amount> };

const inUsdt = (amount: Amount) => ({ currency: WORTH_CURRENCY, amount });

/** An opening and a night change nothing but the fee: margin stays the user's own money. */
const wholeChange = (kind: 'contract.open' | 'contract.overnight') => ({
  kind,
  read: async (_db: Reader, _userId: bigint, transfers: readonly Paid[]) =>
    new Map(transfers.map(({ ref, changes }) => [ref, inUsdt(negate(changes.get(WORTH_CURRENCY) ?? ZERO))] as const)),
});

const ofSettlement = (kind: 'contract.close' | 'contract.liquidation' | 'contract.delivery') => ({
  kind,
  read: async (db: Reader, userId: bigint, transfers: readonly Paid[]) => {
    const rows = await findSettlements(
      db,
      userId,
      transfers.map(({ ref }) => BigInt(ref)),
    );
    return new Map(rows.map((row) => [String(row.id), inUsdt(feeOf(row))] as const));
  },
});

/** Returns the fees of a settlement: for nights, closing and liquidation, less nights given back. */
export function feeOf(row: SettlementRow): Amount {
  const paid = [row.overnight, row.fee, row.liquidation_fee].map((text) => parseDecimal<Amount>(text));
  return subtract(paid.reduce(add, ZERO), parseDecimal<Amount>(row.overnight_returned));
}

/** The fees a user paid on contracts, by the ref of their transfer. For statements. */
export const contractFees = [
  wholeChange('contract.open'),
  wholeChange('contract.overnight'),
  ofSettlement('contract.close'),
  ofSettlement('contract.liquidation'),
  ofSettlement('contract.delivery'),
] as const;
