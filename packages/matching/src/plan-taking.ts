import type { BookOrder, Fill, Plan, Terms } from './book.ts';
import type { Offers } from './offers.ts';
import { accepts } from './sides.ts';

/** Returns the plan of an order that matches nothing. */
export function planNothing<O extends BookOrder>(order: O, { remainder }: Terms): Plan<O> {
  return { fills: [], end: 'exhausted', rests: remainder === 'cancel' ? 0 : order.open };
}

/** Plans what an order takes from the offers, and why it stops. */
export function planTaking<O extends BookOrder>(order: O, { remainder, budget }: Terms, offers: Offers<O>): Plan<O> {
  const fills: Fill<O>[] = [];
  let left = order.open;
  let toSpend = budget ?? Number.POSITIVE_INFINITY;
  for (; left > 0 && offers.price !== undefined; offers.next()) {
    const { maker, price, open } = offers;
    if (!accepts(order.side, order.price, price)) break;
    if (remainder === 'post') return { fills, end: 'would_take', rests: 0 };
    if (maker?.owner === order.owner) return { fills, end: 'own_order', rests: 0 };
    const lots = Math.min(left, open, Math.floor(toSpend / price));
    if (lots === 0) break;
    fills.push({ maker, price, lots });
    left -= lots;
    toSpend -= lots * price;
  }
  return { fills, end: left === 0 ? 'filled' : 'exhausted', rests: remainder === 'cancel' ? 0 : left };
}
