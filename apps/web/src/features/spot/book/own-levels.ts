import type { BookPosition } from '@app/ui';
import { useMemo } from 'react';
import { useOpenOrders } from '../../../data/account/orders.ts';

/** Returns the levels of the user's own orders, to mark them in the order book. */
export function useOwnLevels(symbol: string): readonly BookPosition[] {
  const { data: orders } = useOpenOrders();
  return useMemo(
    () =>
      (orders ?? []).flatMap(({ symbol: of, type, price }) =>
        of === symbol && price !== null ? [{ side: type === 'buy' ? 'bid' : 'ask', price } as const] : [],
      ),
    [orders, symbol],
  );
}
