import type { ContractTerms } from '@app/domain/contract';
import type { Amount, Rate } from '@app/money';
import { type ContractRulesAnswer, type MarketRules, useContractRules } from '../../../data/market/contract-rules.ts';

export { type MarketRules, useContractMode } from '../../../data/market/contract-rules.ts';

/** Rules of contracts in an account mode, for the user's country. */
export type ContractRulebook = {
  readonly terms: ContractTerms;
  readonly termsVersion: number;
  readonly lotsMin: Amount;
  readonly limitBandRate: Rate;
  readonly removalBufferRate: Rate;
  readonly userNotionalMax: Amount;
  readonly positionsMax: number;
  readonly leveragePreselected: number;
  readonly markets: ReadonlyMap<string, MarketRules>;
};

/** Returns the loading state of the rules. */
export const useRulebook = () => useContractRules(rulebookOf);

const rulebookOf = ({ terms, list, ...rules }: ContractRulesAnswer): ContractRulebook => ({
  terms: {
    openFeeRate: terms.open_fee_rate,
    closeFeeRate: terms.close_fee_rate,
    liquidationFeeRate: terms.liquidation_fee_rate,
    tiers: terms.maintenance_tiers,
  },
  termsVersion: terms.version,
  lotsMin: rules.lots_min,
  limitBandRate: rules.limit_band_rate,
  removalBufferRate: rules.removal_buffer_rate,
  userNotionalMax: rules.user_notional_max,
  positionsMax: rules.positions_max,
  leveragePreselected: rules.leverage_preselected,
  markets: new Map(list.map((market) => [market.symbol, market])),
});
