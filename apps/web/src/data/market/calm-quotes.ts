import type { QuoteShown } from '@app/protocol/socket';
import {
  createContext,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { quotes } from './quotes.ts';

/** Whether a part of the page is on screen; what is out of sight keeps its last prices and costs nothing. */
export const IsSeen = createContext(true);

/**
 * Returns one market's price at most twice a second, rendered when the page has time: for forms that compute from it.
 * All that follow prices like this render together. Show the price itself with `useQuote`.
 */
export function useCalmQuote(symbol: string): QuoteShown | undefined {
  const newest = quotes.quoteOf(symbol);
  const [quote, setQuote] = useState(newest);
  useCalmly(useCallback(() => setQuote(quotes.quoteOf(symbol)), [symbol]));
  return quote?.symbol === symbol ? quote : newest; // Until the state is of this market.
}

/** Returns all quotes like `useCalmQuote`: for sums over many markets. */
export function useCalmQuotes(): ReadonlyMap<string, QuoteShown> {
  const [all, setAll] = useState(quotes.all);
  useCalmly(useCallback(() => setAll(quotes.all), []));
  return all;
}

/** Calls `take` in a transition, now and at most twice a second when prices changed, while the part is on screen. */
function useCalmly(take: () => void): void {
  const isSeen = useContext(IsSeen);
  useEffect(() => {
    if (!isSeen) return undefined;
    const render = () => startTransition(take);
    render();
    return quotes.listenToAll(render);
  }, [take, isSeen]);
}

/** Returns one market's price like `useQuote`; while the part is out of sight, the last one, without rendering. */
export function useSeenQuote(symbol: string): QuoteShown | undefined {
  const isSeen = useContext(IsSeen);
  const last = useRef<QuoteShown>(undefined);
  const listen = useCallback(
    (onChange: () => void) => (isSeen ? quotes.listenTo(symbol, onChange) : () => undefined),
    [symbol, isSeen],
  );
  const read = () => {
    if (isSeen || last.current?.symbol !== symbol) last.current = quotes.quoteOf(symbol);
    return last.current;
  };
  return useSyncExternalStore(listen, read);
}
