import { type RefObject, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useFiatRates } from '../../../data/market/fiat-rates.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { quotes } from '../../../data/market/quotes.ts';
import type { ListSort } from './list-choice.ts';
import { useCalm } from './list-hand.ts';
import { isSameOrder, orderMarkets } from './list-order.ts';

/** Prices change five times a second; reordering rows as often would make them impossible to press. */
const EVERY_MS = 2_000;

/** Returns the rows sorted by a column, sorted again every two seconds while the user is not touching the list. */
export function useListOrder(
  markets: readonly MarketInfo[],
  sort: ListSort,
  region: RefObject<HTMLElement | null>,
): readonly MarketInfo[] {
  const rates = useFiatRates((fiats) => fiats.rates);
  const [seen, setSeen] = useState(quotes.all);
  const isCalm = useCalm(region);
  const ordered = useMemo(() => orderMarkets(markets, sort, { quotes: seen, rates }), [markets, sort, seen, rates]);
  const look = useEffectEvent(() => {
    const now = quotes.all();
    if (!isSameOrder(ordered, orderMarkets(markets, sort, { quotes: now, rates }))) setSeen(now);
  });
  const lookWhenCalm = useEffectEvent(() => isCalm() && look());
  const lookAtFirst = useEffectEvent(() => seen.size === 0 && look());
  useEffect(() => {
    if (sort === undefined) return;
    look(); // A pressed column sorts at once.
    const stop = quotes.listenToAll(() => lookAtFirst());
    const timer = setInterval(() => lookWhenCalm(), EVERY_MS);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [sort]);
  return ordered;
}
