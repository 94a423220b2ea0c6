type Side = 'buy' | 'sell';

/** Order as stored. Prices are whole numbers of the smallest unit, times are microseconds. */
export type OrderRow = {
  readonly id: bigint;
  readonly book: string;
  readonly market: number;
  readonly side: Side;
  readonly price: bigint;
  readonly status: string;
  readonly at: bigint;
  /** Undefined while it is open. */
  readonly closedAt: bigint | undefined;
};

/** Fill as stored; `side` is the taker's, and an order that is undefined is the house. */
export type FillRow = {
  readonly id: bigint;
  readonly book: string;
  readonly market: number;
  readonly side: Side;
  readonly price: bigint;
  readonly takerOrder: bigint | undefined;
  readonly makerOrder: bigint | undefined;
  readonly at: bigint;
};

/** A fill, and an open order that should have been filled before it. */
export type Breach = { readonly fill: bigint; readonly passed: bigint };

/**
 * Checks price-time priority from the rows alone: when a fill took a maker, no other order of that side was open at a
 * better price, or at the same price with a smaller id. The house is behind every order of its price. `orders` are
 * those that may rest; where the rows do not tell what came first, nothing is reported.
 */
export function findPriorityBreaches(orders: readonly OrderRow[], fills: readonly FillRow[]): Breach[] {
  const lastFills = lastFillsOf(fills);
  const queues = Map.groupBy(orders, ({ book, market, side }) => `${book} ${market} ${side}`);
  const taken = Map.groupBy(fills, ({ book, market, side }) => `${book} ${market} ${opposite(side)}`);
  return [...taken].flatMap(([name, some]) => findInQueue(queues.get(name) ?? [], some, lastFills));
}

const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');

const byId = <Row extends { readonly id: bigint }>(rows: readonly Row[]): Row[] =>
  [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));

type LastFills = ReadonlyMap<bigint, bigint>;

function lastFillsOf(fills: readonly FillRow[]): LastFills {
  const last = new Map<bigint, bigint>();
  for (const { id, takerOrder, makerOrder } of byId(fills))
    for (const order of [takerOrder, makerOrder]) if (order !== undefined) last.set(order, id);
  return last;
}

/** Goes through the fills of one side in their order, with the orders placed so far sorted by their priority. */
function findInQueue(orders: readonly OrderRow[], fills: readonly FillRow[], lastFills: LastFills): Breach[] {
  const breaches: Breach[] = [];
  const waiting = byId(orders);
  const standing: OrderRow[] = [];
  let next = 0;
  for (const fill of byId(fills)) {
    for (let order = waiting[next]; order !== undefined && order.id < fill.id; order = waiting[++next])
      standing.splice(placeIn(standing, order), 0, order);
    for (let at = 0; at < standing.length; ) {
      const order = standing[at];
      if (order === undefined || !isAhead(order, fill)) break;
      if (hasEnded(order, fill, lastFills)) standing.splice(at, 1);
      else {
        if (wasPlaced(order, fill)) breaches.push({ fill: fill.id, passed: order.id });
        at += 1;
      }
    }
  }
  return breaches;
}

/** Returns where an order belongs among orders sorted by priority. */
function placeIn(standing: readonly OrderRow[], order: OrderRow): number {
  let low = 0;
  let high = standing.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = standing[middle];
    if (other !== undefined && comesFirst(other, order)) low = middle + 1;
    else high = middle;
  }
  return low;
}

const comesFirst = (a: OrderRow, b: OrderRow) =>
  a.price === b.price ? a.id < b.id : isBetter(a.side, a.price, b.price);

const isBetter = (side: Side, price: bigint, other: bigint) => (side === 'buy' ? price > other : price < other);

/** Whether an order of the maker's side has priority over the maker of this fill. */
function isAhead(order: OrderRow, { price, makerOrder }: FillRow): boolean {
  if (order.price !== price) return isBetter(order.side, order.price, price);
  return makerOrder === undefined || order.id < makerOrder;
}

/** Whether an order was closed when the fill happened. One cancelled at the very same time may have been. */
function hasEnded({ id, status, closedAt }: OrderRow, fill: FillRow, lastFills: LastFills): boolean {
  if (status === 'filled') return (lastFills.get(id) ?? 0n) <= fill.id;
  return closedAt !== undefined && closedAt <= fill.at;
}

/**
 * Whether an order was in the book when the fill happened. Commands are decided in the order of their ids, so that the
 * taker's id tells; a fill's own id does not, because all ids of a batch's orders are older. The house as a taker has
 * no order: there, only an earlier batch is certain.
 */
const wasPlaced = ({ id, at }: OrderRow, fill: FillRow) =>
  fill.takerOrder === undefined ? at < fill.at : id < fill.takerOrder;
