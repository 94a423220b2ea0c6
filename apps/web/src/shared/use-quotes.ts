import type { QuoteShown } from '@app/protocol/socket';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { quotes } from './quotes.ts';

/** The price of one market, as long as the component is there; nothing before the first. */
export function useQuote(symbol: string): QuoteShown | undefined {
  const listen = useCallback((onChange: () => void) => quotes.listenTo(symbol, onChange), [symbol]);
  return useSyncExternalStore(listen, () => quotes.quoteOf(symbol));
}

/** All of them, at most twice a second: for orders and counts, not for the prices in rows. */
export const useAllQuotes = (): ReadonlyMap<string, QuoteShown> => useSyncExternalStore(quotes.listenToAll, quotes.all);

/** Nothing new of any market for so long is said, so that a stopped feed is badged within five seconds. */
const LATE_MS = 4_000;
const LOOK_EVERY_MS = 500;

/** How long all prices have stood still, once that is worth saying; undefined while they move, or before the first came. */
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

/** In whole seconds, so that a page is drawn once a second and not at every look. */
export function standstillAt(receivedAt: number, now: number): number | undefined {
  const silentMs = now - receivedAt;
  return receivedAt === 0 || silentMs < LATE_MS ? undefined : Math.floor(silentMs / 1_000) * 1_000;
}
