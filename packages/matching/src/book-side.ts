import { expectDefined } from '@app/base';
import type { BookOrder, PriceLevel, Side } from './book.ts';
import { rankOf } from './sides.ts';

/** An order's position in the queue of its side. */
export type OrderNode<O extends BookOrder> = {
  readonly order: O;
  readonly level: Level<O>;
  better: OrderNode<O> | undefined;
  worse: OrderNode<O> | undefined;
};

type Level<O extends BookOrder> = {
  /** Price, signed so that better is greater. */
  readonly rank: number;
  lots: number;
  /** Last order of this price; the next one queues behind it. */
  last: OrderNode<O> | undefined;
};

/**
 * One side of the fast book: a single queue of orders from best to worst, with the end of each price level's segment.
 */
export class BookSide<O extends BookOrder> {
  first: OrderNode<O> | undefined = undefined;
  readonly #side: Side;
  readonly #levels = new Map<number, Level<O>>();
  readonly #ladder = new SortedPrices();

  constructor(side: Side) {
    this.#side = side;
  }

  rankOf(price: number): number {
    return rankOf(this.#side, price);
  }

  add(order: O): OrderNode<O> {
    const rank = rankOf(this.#side, order.price);
    const level = this.#levels.get(rank) ?? this.#open(rank);
    const better = level.last;
    const node = { order, level, better, worse: better === undefined ? this.first : better.worse };
    if (better === undefined) this.first = node;
    else better.worse = node;
    if (node.worse !== undefined) node.worse.better = node;
    level.last = node;
    level.lots += order.open;
    return node;
  }

  /** Reduces an order that stays in the queue. */
  reduce(node: OrderNode<O>, lots: number): void {
    node.order.open -= lots;
    node.level.lots -= lots;
  }

  remove(node: OrderNode<O>): void {
    const { order, level, better, worse } = node;
    if (better === undefined) this.first = worse;
    else better.worse = worse;
    if (worse !== undefined) worse.better = better;
    level.lots -= order.open;
    if (level.last !== node) return;
    if (better?.level === level) level.last = better;
    else this.#close(level);
  }

  levels(count: number): PriceLevel[] {
    const levels: PriceLevel[] = [];
    for (let rank = this.#ladder.at(0); rank !== undefined && levels.length < count; ) {
      levels.push({ price: Math.abs(rank), lots: expectDefined(this.#levels.get(rank), 'the level of a step').lots });
      rank = this.#ladder.at(levels.length);
    }
    return levels;
  }

  *orders(): Generator<O> {
    for (let node = this.first; node !== undefined; node = node.worse) yield node.order;
  }

  /** Opens a level for a new price, after the end of the next better level. */
  #open(rank: number): Level<O> {
    const better = this.#ladder.add(rank);
    const last = better === undefined ? undefined : this.#levels.get(better)?.last;
    const level = { rank, lots: 0, last };
    this.#levels.set(rank, level);
    return level;
  }

  #close({ rank }: Level<O>): void {
    this.#ladder.remove(rank);
    this.#levels.delete(rank);
  }
}

/**
 * Prices that have orders, as ascending ranks. The best is last: most prices come and go near it, where an array is
 * cheap to change.
 */
class SortedPrices {
  readonly #ranks: number[] = [];

  /** Returns the rank `distance` steps below the best, undefined past the last. */
  at(distance: number): number | undefined {
    return this.#ranks[this.#ranks.length - 1 - distance];
  }

  /** Adds a new rank and returns the next better one. */
  add(rank: number): number | undefined {
    const index = this.#indexOf(rank);
    const better = this.#ranks[index];
    if (better === undefined) this.#ranks.push(rank);
    else this.#ranks.splice(index, 0, rank);
    return better;
  }

  remove(rank: number): void {
    const index = this.#indexOf(rank);
    if (index === this.#ranks.length - 1) this.#ranks.pop();
    else this.#ranks.splice(index, 1);
  }

  /** Returns the index where the rank is or belongs: the first that is not below it. */
  #indexOf(rank: number): number {
    const ranks = this.#ranks;
    let low = 0;
    let high = ranks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ranks[middle] ?? rank) < rank) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
