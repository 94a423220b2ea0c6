import { useState } from 'react';
import type { Order } from '../../../data/account/orders.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { useSheet } from '../../../lib/use-sheet.ts';

/** Kept at module level, so navigating back to the page reopens the same sheet. */
const ordersById = new Map<string, Order>();

/** Returns the order selected in a list, shown in the sheet or dialog of that name that the back button closes. */
export function useOrderFromAddress(name: string) {
  const sheet = useSheet(name);
  const place = `${useSessionScope()} ${name}`;
  const [order, setOrder] = useState(() => (sheet.isOpen ? ordersById.get(place) : undefined));
  return {
    order,
    isOpen: sheet.isOpen && order !== undefined,
    close: sheet.close,
    show: (wanted: Order) => {
      ordersById.set(place, wanted);
      setOrder(wanted);
      sheet.open();
    },
  };
}
