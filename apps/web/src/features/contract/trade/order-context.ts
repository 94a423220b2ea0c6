import { contractMarketOf, nowOf } from '@app/client/contract';
import {
  type ContractQuote,
  type ContractRules,
  notionalAt,
  type OpenContext,
  quoteAround,
} from '@app/domain/contract';
import { type Amount, LARGEST_MAGNITUDE, type Price, type Rate, sum, ZERO } from '@app/money';
import { useMemo } from 'react';
import { availableIn, useBalances } from '../../../data/account/balances.ts';
import { type Deal, useOpenDeals } from '../../../data/account/deals.ts';
import { useCalmQuote } from '../../../data/market/calm-quotes.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { MARGIN_CURRENCY } from '../position/use-position.ts';
import { type ContractRulebook, type MarketRules, useRulebook } from '../terms/rules-query.ts';

/** The state an order is previewed in, in the form the engine's own rule takes. */
export type OrderContext = OpenContext & {
  readonly quote: ContractQuote;
  /** The user's positions and pending orders of all markets. */
  readonly deals: number;
  readonly dealsMax: number;
};

/** Limits of the platform that clients do not know: never reached here, the server decides them. */
const PLATFORM = {
  netExposureMax: LARGEST_MAGNITUDE as Amount,
  stressRate: 0n as Rate,
  closeMargin: { minutes: 0, factor: 1 },
  openInterest: { lower: LARGEST_MAGNITUDE as Amount, upper: LARGEST_MAGNITUDE as Amount },
  liquidationBufferRate: 0n as Rate,
  liquidationWholeBelow: ZERO,
} as const;

const rulesOf = (rulebook: ContractRulebook, market: MarketRules): ContractRules => ({
  ...PLATFORM,
  terms: rulebook.terms,
  leverageMax: market.leverage_max_now,
  spreadRate: market.spread_rate,
  overnightRate: market.overnight_rate,
  removalBufferRate: rulebook.removalBufferRate,
  lotsMin: rulebook.lotsMin,
  limitBandRate: rulebook.limitBandRate,
  userNotionalMax: rulebook.userNotionalMax,
});

type Known = {
  readonly rulebook: ContractRulebook;
  readonly market: MarketRules;
  readonly index: Price;
  readonly available: Amount;
  readonly deals: readonly Pick<Deal, 'symbol' | 'share'>[];
};

export function orderContextOf({ rulebook, market: rules, index, available, deals }: Known): OrderContext {
  const market = contractMarketOf(rules);
  const own = deals.filter(({ symbol }) => symbol === rules.symbol);
  const ofUser = sum(own.map(({ share }) => notionalAt({ market, lots: share }, index)));
  return {
    market,
    rules: rulesOf(rulebook, rules),
    now: nowOf(index, rules),
    exposure: { ofUser, net: ZERO, stress: { rise: ZERO, fall: ZERO }, capital: LARGEST_MAGNITUDE as Amount },
    available,
    quote: quoteAround(index, market, rules.spread_rate),
    deals: deals.length,
    dealsMax: rulebook.positionsMax,
  };
}

const NONE = [] as const;

/**
 * Returns the context of an order; follows the price twice a second. Undefined until rules, price and the user's account are
 * known; a visitor has none, and none is waited for.
 */
export function useOrderContext({ symbol }: Pick<MarketInfo, 'symbol'>): OrderContext | undefined {
  const { data: rulebook } = useRulebook();
  const balances = useBalances();
  const open = useOpenDeals();
  const index = useCalmQuote(symbol)?.price;
  const market = rulebook?.markets.get(symbol);
  const list = balances.data?.list ?? (balances.isEnabled ? undefined : NONE);
  const deals = open.data ?? (open.isEnabled ? undefined : NONE);
  return useMemo(() => {
    if (rulebook === undefined || market === undefined || index === undefined) return undefined;
    if (list === undefined || deals === undefined) return undefined;
    const available = availableIn(list, 'contract', MARGIN_CURRENCY);
    return orderContextOf({ rulebook, market, index, available, deals });
  }, [rulebook, market, index, list, deals]);
}

/** Returns a function that refetches what failed to load; undefined while everything is loaded or loading. */
export function useOrderContextRetry(): (() => void) | undefined {
  const lacking = [useRulebook(), useBalances(), useOpenDeals()].filter((it) => it.isError && it.data === undefined);
  if (lacking.length === 0) return undefined;
  return () => {
    for (const { refetch } of lacking) void refetch();
  };
}
