import { feesAt, type OrderContext } from '@app/domain/spot';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { availableIn, useBalances } from '../../../data/account/balances.ts';
import { useOpenOrders } from '../../../data/account/orders.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { usePriceState } from '../../../data/market/price-state.ts';
import { useQuote } from '../../../data/market/use-quotes.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { useOwnMode } from '../book/depth.ts';
import { feeLevelQuery, rulesQuery } from '../fees/rules-query.ts';

const NOTHING_HELD = [] as const;

/**
 * Returns the current context of an order, in the form the server's own rule takes. Undefined until the rules and the
 * user's balances have loaded; a visitor has no balances, and none are waited for.
 */
export function useOrderContext(market: MarketInfo): OrderContext | undefined {
  const mode = useOwnMode();
  const known = useRules();
  const { data: balances, isEnabled } = useBalances();
  const { data: open } = useOpenOrders();
  const quote = useQuote(market.symbol);
  const state = usePriceState(market.symbol); // Rerenders when a price goes stale without updates.
  const list = balances?.list ?? (isEnabled ? undefined : NOTHING_HELD);
  return useMemo(() => {
    if (known === undefined || list === undefined) return undefined;
    const { id, symbol, base, quote: quoteCoin, price_tick: priceTick, lot } = market;
    return {
      market: { id: Number(id), symbol, base, quote: quoteCoin, priceTick, lot },
      mode,
      isHalted: state.kind === 'halted',
      rules: known.rules,
      fees: known.fees,
      index: quote && {
        price: quote.price,
        ageMs: Math.max(0, serverNow() - quote.at),
        isSimulated: quote.simulated,
      },
      available: { base: availableIn(list, 'exchange', base), quote: availableIn(list, 'exchange', quoteCoin) },
      openOrders: open?.length ?? 0,
    };
  }, [market, mode, known, list, open, quote, state]);
}

/** Returns a function that refetches whatever failed to load; undefined while everything is loaded or loading. */
export function useOrderContextRetry(): (() => void) | undefined {
  const lacking = [useRulesLoad(), useBalances()].filter(({ isError, data }) => isError && data === undefined);
  if (lacking.length === 0) return undefined;
  return () => {
    for (const { refetch } of lacking) void refetch();
  };
}

/** Returns the loading state of the rules. */
const useRulesLoad = () => useQuery(rulesQuery);

/**
 * Returns the rules an order is checked by, and the user's fees; the first level's fees until the user's own are
 * loaded.
 */
function useRules() {
  const { data: rules } = useRulesLoad();
  const { data: own } = useQuery(feeLevelQuery(useSessionScope()));
  return rules === undefined ? undefined : { rules, fees: own ?? feesAt(0, rules) };
}
