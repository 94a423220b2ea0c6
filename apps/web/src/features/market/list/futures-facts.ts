import { type ContractRulesAnswer, type MarketRules, useContractRules } from '../../../data/market/contract-rules.ts';

const PERPETUAL = 'perp';
const DAY_MS = 86_400_000;

/** One delivery contract of a market. */
export type Series = {
  readonly symbol: string;
  readonly day: string;
  readonly delivers: number;
  /** Shortly before delivery no new position is opened. */
  readonly isOpen: boolean;
  readonly leverage: number;
};

/** Returns the delivery contracts of all markets: by market in the order of the rules, then by day. */
export const seriesOf = ({ list }: Pick<ContractRulesAnswer, 'list'>): readonly Series[] =>
  list.flatMap(({ symbol, series, leverage_max: leverage }) =>
    series
      .filter((it) => it.series !== PERPETUAL)
      .map(({ series: day, delivers, is_open: isOpen }) => ({ symbol, day, delivers: delivers ?? 0, isOpen, leverage }))
      .toSorted((one, other) => one.delivers - other.delivers),
  );

/** Returns the loading state of all delivery contracts. */
export const useSeries = () => useContractRules(seriesOf);

/** Returns the whole days left until a delivery; zero on its day. */
export const daysLeft = ({ delivers }: Pick<Series, 'delivers'>, now: number): number =>
  Math.max(0, Math.floor((delivers - now) / DAY_MS));

const rulesBySymbol = ({ list }: Pick<ContractRulesAnswer, 'list'>): ReadonlyMap<string, MarketRules> =>
  new Map(list.map((market) => [market.symbol, market]));

/** Returns the rules by market, for their rows; undefined until they are known. */
export const useRulesBySymbol = () => useContractRules(rulesBySymbol).data;

type RulesBySymbol = ReturnType<typeof useRulesBySymbol>;

/** Returns the label of a market: its highest leverage. A row has no room for more; the chart page has the rest. */
export function factsOf(symbol: string, rules: RulesBySymbol): readonly string[] {
  const own = rules?.get(symbol);
  return own === undefined ? [] : [`${own.leverage_max}×`];
}
