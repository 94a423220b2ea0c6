/** An order as the wire says it; the rest of its fields are carried along. */
export type OrderSeen = {
  readonly id: string;
  readonly symbol: string;
  readonly type: 'buy' | 'sell';
  readonly status: 'open' | 'filled' | 'cancelled';
  readonly reason: string | null;
  readonly filled: string;
  readonly cost: string;
  readonly fee: string;
};
export type BalanceSeen = {
  readonly account: string;
  readonly currency: string;
  readonly available: string;
  readonly frozen: string;
};
export type Frame = { readonly channel: string; readonly prev: string; readonly seq: string; readonly data: unknown };

/** What one client believes of its own orders, from frames and, after a gap, from what it fetched. */
export type OrderView = {
  readonly orders: ReadonlyMap<string, OrderSeen>;
  /** `gap`: something was missed and must be fetched. */
  take(frame: Frame): 'applied' | 'gap';
  takeFetched(orders: readonly OrderSeen[]): void;
  /** The line broke: whatever comes next is a gap. */
  forgetPlace(): void;
};

/** The injected fault: a client that ignores all frames but the first two must be found to show something wrong. */
export function createOrderView(isDeaf: boolean): OrderView {
  const orders = new Map<string, OrderSeen>();
  let place: string | undefined;
  let frames: number = 0;
  const put = (order: OrderSeen) => {
    const before = orders.get(order.id);
    if (before === undefined || isLater(order, before)) orders.set(order.id, order);
  };
  return {
    orders,
    take: ({ prev, seq, data }) => {
      frames += 1;
      if (isDeaf && frames > 2) return 'applied';
      const isNext = place !== undefined && prev === place;
      place = seq;
      (data as { orders: readonly OrderSeen[] }).orders.forEach(put); // As our own gateway says it.
      return isNext || isDeaf ? 'applied' : 'gap';
    },
    takeFetched: (fetched) => fetched.forEach(put),
    forgetPlace: () => {
      place = undefined;
    },
  };
}

/** An order only ever goes on: what was fetched before a frame came does not undo it. */
const isLater = (order: OrderSeen, before: OrderSeen): boolean =>
  before.status === 'open' && (order.status !== 'open' || Number(order.filled) >= Number(before.filled));
