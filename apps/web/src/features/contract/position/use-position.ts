import type { ContractNow, Position } from '@app/domain/contract';
import { type Amount, sum } from '@app/money';
import { useMemo } from 'react';
import { availableIn, useBalances } from '../../../data/account/balances.ts';
import { type Deal, useOpenDeals } from '../../../data/account/deals.ts';
import { useAllQuotes, useQuote } from '../../../data/market/use-quotes.ts';
import { useRulebook } from '../terms/rules-query.ts';
import { useTermsOf } from '../terms/terms-query.ts';
import { type AccountFigures, accountFiguresOf, figuresOf, type PositionFigures } from './position-figures.ts';
import { contractMarketOf, isPending, isPosition, nowOf, type OpenDeal, positionOf } from './position-of.ts';

/** Currency of margin and results. */
export const MARGIN_CURRENCY = 'USDT';

/** Returns a deal as the domain's position; undefined until its market's rules and its terms are known. */
export function usePosition(deal: OpenDeal): Position | undefined {
  const { data: rulebook } = useRulebook();
  const terms = useTermsOf([deal.terms])(deal.terms);
  const rules = rulebook?.markets.get(deal.symbol);
  return useMemo(
    () => (rules === undefined || terms === undefined ? undefined : positionOf(deal, contractMarketOf(rules), terms)),
    [deal, rules, terms],
  );
}

/** Returns a market's price of now with its nights; renders at every price. Undefined until both are known. */
export function useContractNow(symbol: string): ContractNow | undefined {
  const { data: rulebook } = useRulebook();
  const index = useQuote(symbol)?.price;
  const rules = rulebook?.markets.get(symbol);
  return useMemo(() => (index === undefined || rules === undefined ? undefined : nowOf(index, rules)), [index, rules]);
}

/** Returns a position's figures at the price of now; renders at every price, so it belongs into the smallest component. */
export function useFigures(deal: OpenDeal): PositionFigures | undefined {
  const position = usePosition(deal);
  const now = useContractNow(deal.symbol);
  return position && now && figuresOf(position, now);
}

/** Returns the sums of all positions, twice a second at most; undefined until every part is known. */
export function useAccountFigures(): AccountFigures | undefined {
  const { data: rulebook } = useRulebook();
  const { data: deals } = useOpenDeals();
  const list = useBalances().data?.list;
  const quotes = useAllQuotes();
  const termsOf = useTermsOf((deals ?? []).map(({ terms }) => terms));
  if (rulebook === undefined || deals === undefined || list === undefined) return undefined;
  const positions = deals.filter(isPosition).map((deal) => {
    const rules = rulebook.markets.get(deal.symbol);
    const terms = termsOf(deal.terms);
    const index = quotes.get(deal.symbol)?.price;
    if (rules === undefined || terms === undefined || index === undefined) return undefined;
    return figuresOf(positionOf(deal, contractMarketOf(rules), terms), nowOf(index, rules));
  });
  const known = positions.filter((it) => it !== undefined);
  if (known.length < positions.length) return undefined;
  return accountFiguresOf(availableIn(list, 'contract', MARGIN_CURRENCY), known, heldFor(deals));
}

/** Returns what pending orders hold for margin and fee. */
const heldFor = (deals: readonly Deal[]): Amount =>
  sum(deals.filter(isPending).flatMap(({ margin, held_fee }) => [margin, held_fee]));
