/** Order as sent on the wire; its other fields are kept unchanged. */
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

/** One client's view of its own orders, from frames and, after a gap, from fetches. */
export type OrderView = {
  readonly orders: ReadonlyMap<string, OrderSeen>;
  /** Applies a frame; `gap` means that something was missed and must be fetched. */
  take(frame: Frame): 'applied' | 'gap';
  takeFetched(orders: readonly OrderSeen[]): void;
  /** Called when the connection is lost: the next frame is a gap. */
  forgetPlace(): void;
};

/**
 * Creates a view. With the injected fault `isDeaf` it ignores all frames but the first two, which the comparison must
 * detect.
 */
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
      (data as { orders: readonly OrderSeen[] }).orders.forEach(put); // Our gateway's payload.
      return isNext || isDeaf ? 'applied' : 'gap';
    },
    takeFetched: (fetched) => fetched.forEach(put),
    forgetPlace: () => {
      place = undefined;
    },
  };
}

/** Checks that an order advances: data fetched before a frame does not undo the frame. */
const isLater = (order: OrderSeen, before: OrderSeen): boolean =>
  before.status === 'open' && (order.status !== 'open' || Number(order.filled) >= Number(before.filled));
