import { useSyncExternalStore } from 'react';
import { availableIn, useBalances } from '../../../data/account/balances.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useNewestOrder } from '../orders/newest-order.ts';
import type { GuideFacts } from './guide.ts';

/** Polling interval: the screen owns the form and the guide only reads it, often enough to seem instant. */
const LOOK_EVERY_MS = 200;

const listen = (look: () => void) => {
  const timer = setInterval(look, LOOK_EVERY_MS);
  return () => clearInterval(timer);
};

/** Reads the amount field; 'typing' while it has focus or the slider is being dragged. */
function lookAtAmount(): 'empty' | 'typing' | 'entered' {
  const box = document.querySelector('[data-coach="amount"]');
  const isEmpty = (box?.querySelector('input')?.value ?? '') === '';
  if (box === null || isEmpty) return 'empty';
  const isInField = document.activeElement?.matches('[data-coach="amount"] input') ?? false;
  return isInField || box.matches(':active') ? 'typing' : 'entered';
}

/** Returns the state the guide acts on; undefined until loaded. `since` is the newest order from before the guide. */
export function useGuideFacts(market: MarketInfo, since: string | undefined): GuideFacts | undefined {
  const { data: balances } = useBalances();
  const newest = useNewestOrder(true);
  const amount = useSyncExternalStore(listen, lookAtAmount);
  if (balances === undefined || newest === undefined || since === undefined) return undefined;
  return {
    hasMoney: availableIn(balances.list, 'exchange', market.quote) > 0n,
    hasAmount: amount !== 'empty',
    isTyping: amount === 'typing',
    isPlaced: newest > BigInt(since),
  };
}
