import { expectDefined } from '@app/base';
import type { BookOrder, PriceLevel, Side } from './book.ts';
import { rankOf } from './sides.ts';
import { SortedPrices } from './sorted-prices.ts';

/** An order's place in the line of its side. */
export type Place<O extends BookOrder> = {
  readonly order: O;
  readonly level: Level<O>;
  better: Place<O> | undefined;
  worse: Place<O> | undefined;
};

type Level<O extends BookOrder> = {
  /** The price, signed so that better is greater. */
  readonly rank: number;
  lots: number;
  /** Whom the next order of this price stands behind. */
  last: Place<O> | undefined;
};

/** One side of the fast book: a single line of orders from best to worst, and per price where its part of the line ends. */
export class BookSide<O extends BookOrder> {
  first: Place<O> | undefined = undefined;
  readonly #side: Side;
  readonly #levels = new Map<number, Level<O>>();
  readonly #ladder = new SortedPrices();

  constructor(side: Side) {
    this.#side = side;
  }

  rankOf(price: number): number {
    return rankOf(this.#side, price);
  }

  add(order: O): Place<O> {
    const rank = rankOf(this.#side, order.price);
    const level = this.#levels.get(rank) ?? this.#open(rank);
    const better = level.last;
    const place = { order, level, better, worse: better === undefined ? this.first : better.worse };
    if (better === undefined) this.first = place;
    else better.worse = place;
    if (place.worse !== undefined) place.worse.better = place;
    level.last = place;
    level.lots += order.open;
    return place;
  }

  /** Takes lots from an order that stays in the line. */
  reduce(place: Place<O>, lots: number): void {
    place.order.open -= lots;
    place.level.lots -= lots;
  }

  remove(place: Place<O>): void {
    const { order, level, better, worse } = place;
    if (better === undefined) this.first = worse;
    else better.worse = worse;
    if (worse !== undefined) worse.better = better;
    level.lots -= order.open;
    if (level.last !== place) return;
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
    for (let place = this.first; place !== undefined; place = place.worse) yield place.order;
  }

  /** A new price begins where the next better one ends. */
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
