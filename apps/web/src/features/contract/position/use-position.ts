import {
  type AccountFigures,
  accountFiguresOf,
  contractMarketOf,
  figuresOf,
  isPending,
  isPosition,
  nowOf,
  type OpenDeal,
  type PositionFigures,
  positionOf,
  worthOf,
} from '@app/client/contract';
import type { ContractNow, Position } from '@app/domain/contract';
import { type Amount, sum } from '@app/money';
import { useMemo } from 'react';
import { availableIn, type Balance, useBalances } from '../../../data/account/balances.ts';
import { type Deal, useOpenDeals } from '../../../data/account/deals.ts';
import type { FundsTransfer } from '../../../data/account/transfer-funds.ts';
import { useCalmQuotes } from '../../../data/market/calm-quotes.ts';
import { useQuote } from '../../../data/market/use-quotes.ts';
import { useRulebook } from '../terms/rules-query.ts';
import { useTermsOf } from '../terms/terms-query.ts';

/** Currency of margin and results. */
export const MARGIN_CURRENCY = 'USDT';

/** Reports whether a balance can become margin by a transfer; a bonus cannot be transferred. */
export const isElsewhere = (balance: Balance): balance is Balance & { readonly account: FundsTransfer['from'] } =>
  balance.currency === MARGIN_CURRENCY && balance.account !== 'contract' && balance.account !== 'bonus';

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
  const quotes = useCalmQuotes();
  const termsOf = useTermsOf((deals ?? []).map(({ terms }) => terms));
  const positions = useMemo(() => {
    if (rulebook === undefined || deals === undefined) return undefined;
    return allKnown(
      deals.filter(isPosition).map((deal) => {
        const rules = rulebook.markets.get(deal.symbol);
        const terms = termsOf(deal.terms);
        return rules && terms && { deal, rules, position: positionOf(deal, contractMarketOf(rules), terms) };
      }),
    );
  }, [rulebook, deals, termsOf]);
  return useMemo(() => {
    if (positions === undefined || deals === undefined || list === undefined) return undefined;
    const worths = allKnown(
      positions.map(({ deal, rules, position }) => {
        const index = quotes.get(deal.symbol)?.price;
        return index && worthOf(position, nowOf(index, rules));
      }),
    );
    return worths && accountFiguresOf(availableIn(list, 'contract', MARGIN_CURRENCY), worths, heldFor(deals));
  }, [positions, deals, list, quotes]);
}

/** Returns the list if nothing in it is unknown. */
const allKnown = <Value>(list: readonly (Value | undefined)[]): readonly Value[] | undefined => {
  const known = list.filter((it) => it !== undefined);
  return known.length < list.length ? undefined : known;
};

/** Returns what pending orders hold for margin and fee. */
const heldFor = (deals: readonly Deal[]): Amount =>
  sum(deals.filter(isPending).flatMap(({ margin, held_fee }) => [margin, held_fee]));
