import { useSyncExternalStore } from 'react';
import { availableIn, useBalances } from '../../../shared/balances.ts';
import type { MarketInfo } from '../../../shared/markets.ts';
import { useNewestOrder } from '../api/newest-order.ts';
import type { GuideFacts } from '../model/guide.ts';

/** The form belongs to the screen, and the guide only looks at it: often enough to seem at once. */
const LOOK_EVERY_MS = 200;

const listen = (look: () => void) => {
  const timer = setInterval(look, LOOK_EVERY_MS);
  return () => clearInterval(timer);
};

/** A finger on the slider has not decided yet, and neither has who is in a field. */
function lookAtAmount(): 'empty' | 'typing' | 'entered' {
  const box = document.querySelector('[data-coach="amount"]');
  const isEmpty = (box?.querySelector('input')?.value ?? '') === '';
  if (box === null || isEmpty) return 'empty';
  const isInField = document.activeElement?.matches('[data-coach="amount"] input') ?? false;
  return isInField || box.matches(':active') ? 'typing' : 'entered';
}

/** What the guide goes by; nothing before it is known. `since` is the newest order from before. */
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
