import { contractMarketOf, distanceTo, isPosition, type OpenDeal, positionOf } from '@app/client/contract';
import type { ContractTerms } from '@app/domain/contract';
import { liquidationPrice } from '@app/domain/contract';
import type { Price, Rate } from '@app/money';
import { useMemo } from 'react';
import { type Deal, useOpenDeals } from '../../../data/account/deals.ts';
import { useAllQuotes } from '../../../data/market/use-quotes.ts';
import { type MarketRules, useRulebook } from '../terms/rules-query.ts';
import { useTermsOf } from '../terms/terms-query.ts';
import { type ChartLevel, type Drawn, pendingLevels, positionLevels, positionsDrawn } from './chart-levels.ts';

const NO_DEALS: readonly Deal[] = [];

/** What is drawn for the user in one market. */
export type ChartLevels = {
  readonly rules: MarketRules | undefined;
  /** Index price, twice a second at most. */
  readonly index: Price | undefined;
  readonly deals: readonly Deal[];
  readonly positions: ReadonlyMap<bigint, Drawn>;
  readonly levels: readonly ChartLevel[];
  /** Distance of the index to each position's liquidation, as a share of it. */
  readonly distances: ReadonlyMap<bigint, Rate>;
};

/** Returns the levels of the user's positions and orders in a market. Renders twice a second at most. */
export function useChartLevels(symbol: string): ChartLevels {
  const { data: rulebook } = useRulebook();
  const { data = NO_DEALS } = useOpenDeals();
  const index = useAllQuotes().get(symbol)?.price;
  const rules = rulebook?.markets.get(symbol);
  const deals = useMemo(() => data.filter((deal) => deal.symbol === symbol), [data, symbol]);
  const termsOf = useTermsOf(deals.map(({ terms }) => terms));
  const positions = new Map(
    rules === undefined
      ? []
      : deals.filter(isPosition).flatMap((deal) => {
          const drawn = drawnOf(deal, rules, termsOf(deal.terms));
          return drawn === undefined ? [] : [[deal.id, drawn] as const];
        }),
  );
  const distances = distancesOf(positions, index);
  const shown = positionsDrawn(
    [...positions.values()].map(({ deal }) => deal),
    distances,
  );
  const levels = [
    ...shown.flatMap(({ id }) => {
      const drawn = positions.get(id);
      return drawn === undefined ? [] : positionLevels(drawn);
    }),
    ...(rules === undefined ? [] : pendingLevels(deals, rules)),
  ];
  return { rules, index, deals, positions, levels, distances };
}

function drawnOf(deal: OpenDeal, rules: MarketRules, terms: ContractTerms | undefined): Drawn | undefined {
  if (terms === undefined) return undefined;
  return {
    deal,
    position: positionOf(deal, contractMarketOf(rules), terms),
    spreadRate: rules.spread_rate,
    overnightIndex: rules.overnight_index as bigint as Price, // The wire has one type of decimals.
  };
}

function distancesOf(positions: ReadonlyMap<bigint, Drawn>, index: Price | undefined): ReadonlyMap<bigint, Rate> {
  const distances = new Map<bigint, Rate>();
  for (const [id, { position, overnightIndex }] of positions) {
    const liquidation = liquidationPrice(position, overnightIndex);
    if (liquidation !== undefined && index !== undefined) distances.set(id, distanceTo(liquidation, index));
  }
  return distances;
}
