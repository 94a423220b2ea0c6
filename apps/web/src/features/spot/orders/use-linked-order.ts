import { ordersKey } from '@app/client/query';
import { isVisitor } from '@app/client/session';
import { listOrders } from '@app/protocol/spot';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { Order } from '../../../data/account/orders.ts';
import { call } from '../../../data/call/call.ts';
import { useSessionScope } from '../../../data/session/session.ts';

const DIGITS_ONLY = /^\d{1,18}$/;

/** Opens the order that a link names (`order` in the URL), open or closed, once: closing its sheet leaves the list. */
export function useLinkedOrder(show: (order: Order) => void): void {
  const scope = useSessionScope();
  const [address] = useSearchParams();
  const linked = address.get('order') ?? '';
  const id = DIGITS_ONLY.test(linked) ? BigInt(linked) : undefined;
  const { data } = useQuery({
    queryKey: [...ordersKey(scope), 'linked', linked],
    queryFn: async ({ signal }) => {
      const request = { before: (id ?? 0n) + 1n, page: 1, limit: 1 };
      const { list } = await call(listOrders, request, { signal });
      return list.find((order) => order.id === id) ?? null;
    },
    enabled: id !== undefined && !isVisitor(scope),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const shown = useRef('');
  const open = useEffectEvent((order: Order) => {
    if (shown.current === linked) return;
    shown.current = linked;
    show(order);
  });
  useEffect(() => {
    if (data != null) open(data);
  }, [data]);
}
