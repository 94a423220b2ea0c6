import { contractMarketOf, sideOf } from '@app/client/contract';
import type { ContractTerms, Position } from '@app/domain/contract';
import { type Amount, add, type Price } from '@app/money';
import type { Deal } from '../../../data/account/deals.ts';
import type { MarketRules } from '../terms/rules-query.ts';

/** Returns what a pending order holds for margin and fee. */
export const heldByOrder = ({ margin, held_fee }: Pick<Deal, 'margin' | 'held_fee'>): Amount => add(margin, held_fee);

/** Returns the position that a pending order would open at its limit; undefined for a deal without one. */
export function pendingPosition(deal: Deal, rules: MarketRules, terms: ContractTerms): Position | undefined {
  if (deal.target_price === null) return undefined;
  return {
    side: sideOf(deal),
    market: contractMarketOf(rules),
    lots: deal.share,
    entry: deal.target_price,
    leverage: deal.multiple,
    margin: deal.margin,
    openFee: deal.held_fee,
    overnightSince: rules.overnight_index as bigint as Price, // No nights before it opens.
    overnightCharged: deal.overnight_charged,
    terms,
  };
}
