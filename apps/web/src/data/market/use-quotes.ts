import type { QuoteShown } from '@app/protocol/socket';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { quotes } from './quotes.ts';

/** Returns one market's price while the component is mounted; undefined before the first. */
export function useQuote(symbol: string): QuoteShown | undefined {
  const listen = useCallback((onChange: () => void) => quotes.listenTo(symbol, onChange), [symbol]);
  return useSyncExternalStore(listen, () => quotes.quoteOf(symbol));
}

/** Returns what follows from one market's price, and renders when that changes, not at every price. */
export function useFromQuote<Value extends string | boolean | undefined>(
  symbol: string,
  read: (quote: QuoteShown | undefined) => Value,
): Value {
  const listen = useCallback((onChange: () => void) => quotes.listenTo(symbol, onChange), [symbol]);
  return useSyncExternalStore(listen, () => read(quotes.quoteOf(symbol)));
}

/** Returns all quotes, at most twice a second: for sorting and counts, not for the prices in rows. */
export const useAllQuotes = (): ReadonlyMap<string, QuoteShown> => useSyncExternalStore(quotes.listenToAll, quotes.all);

/** Time without a new price of any market that is reported, so that a stopped feed is badged within five seconds. */
const LATE_MS = 4_000;
const LOOK_EVERY_MS = 500;

/**
 * Returns how long all prices have been idle, once above the threshold; undefined while they move, or before the first.
 */
export function useStandstill(): number | undefined {
  const [silentMs, setSilent] = useState<number>();
  useEffect(() => {
    const look = () => setSilent(standstillAt(quotes.receivedAt(), performance.now()));
    const stop = quotes.listenToAll(() => undefined);
    const timer = setInterval(look, LOOK_EVERY_MS);
    look();
    return () => {
      stop();
      clearInterval(timer);
    };
  }, []);
  return silentMs;
}

/** Rounds to whole seconds, so that a page renders once a second and not at every check. */
export function standstillAt(receivedAt: number, now: number): number | undefined {
  const silentMs = now - receivedAt;
  return receivedAt === 0 || silentMs < LATE_MS ? undefined : Math.floor(silentMs / 1_000) * 1_000;
}
