import type { Socket } from 'socket.io-client';

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

export type Level = readonly [price: string, quantity: string];
export type DepthSeen = { readonly bids: readonly Level[]; readonly asks: readonly Level[] };
export type TradeSeen = { readonly id: string; readonly price: string; readonly quantity: string };

/**
 * One socket's view of a market's order book, by the public channels' protocol: consecutive frames only, or a new
 * snapshot.
 */
export type BookWatch = {
  readonly symbol: string;
  depth(): DepthSeen | undefined;
  /** Newest first. */
  trades(): readonly TradeSeen[];
  take(frame: Frame): void;
  subscribe(): Promise<void>;
  readonly gaps: () => number;
};

const TRADES_MAX = 50;
const ANSWER_MS_MAX = 20_000;

/** Watches an order book. `seen` is shared by all clients: every trade that any client received. */
export function watchBook(socket: Socket, symbol: string, seen: Map<string, TradeSeen>): BookWatch {
  const places = new Map<string, string>();
  const depthName = `depth:demo:${symbol}`;
  const tradesName = `trades:demo:${symbol}`;
  let depth: DepthSeen | undefined;
  let trades: readonly TradeSeen[] = [];
  let gaps: number = 0;
  const apply = ({ channel, prev, seq, data }: Frame) => {
    places.set(channel, seq);
    if (channel === depthName) depth = data as DepthSeen; // Our gateway's payload.
    if (channel !== tradesName) return;
    const newTrades = (data as { trades: readonly TradeSeen[] }).trades; // As above.
    for (const trade of newTrades) seen.set(trade.id, trade);
    const known = new Set(newTrades.map(({ id }) => id));
    trades = (prev === '' ? newTrades : [...newTrades, ...trades.filter(({ id }) => !known.has(id))]).slice(
      0,
      TRADES_MAX,
    );
  };
  const start = async (channel: string) => {
    const answer = await socket.timeout(ANSWER_MS_MAX).emitWithAck('subscribe', { channel });
    if (answer.ok === true) apply(answer.frame);
    else throw new Error(`${channel} was refused: ${answer.error}`);
  };
  return {
    symbol,
    depth: () => depth,
    trades: () => trades,
    gaps: () => gaps,
    take: (frame) => {
      const place = places.get(frame.channel);
      if (place === undefined || BigInt(frame.seq) <= BigInt(place)) return;
      if (frame.prev === place) return apply(frame);
      gaps += 1;
      places.delete(frame.channel);
      void start(frame.channel).catch(() => {}); // A broken connection resubscribes itself.
    },
    subscribe: async () => {
      places.clear();
      await Promise.all([start(depthName), start(tradesName)]);
    },
  };
}
