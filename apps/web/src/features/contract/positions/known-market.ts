import type { ContractTerms } from '@app/domain/contract';
import type { ContractRulebook, MarketRules } from '../terms/rules-query.ts';

/** What the views of a sheet know about a deal's market before they are shown. */
export type KnownMarket = {
  readonly rulebook: ContractRulebook;
  readonly rules: MarketRules;
  readonly terms: ContractTerms;
  readonly precision: number;
  readonly close: () => void;
};
