import type { BookPosition } from '@app/ui';
import { useMemo } from 'react';
import { useOpenOrders } from '../../../../shared/orders.ts';

/** Where one's own orders stand, so that one sees oneself in the book. */
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
