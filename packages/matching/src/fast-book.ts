import { assert } from '@app/base';
import type { Book, BookOrder, Fill, HouseLevel, Plan, PriceLevel, Side, SweepFill, Terms } from './book.ts';
import { BookSide, type OrderNode } from './book-side.ts';
import { checkHouse, checkOrder, checkTerms } from './check-input.ts';
import { hashOrders } from './hash-orders.ts';
import { accepts, opposite } from './sides.ts';

const NO_HOUSE: readonly HouseLevel[] = [];

/**
 * Creates the production order book. The naive book specifies its behaviour; a property test checks that they agree.
 */
export function createBook<O extends BookOrder>(): Book<O> {
  return new FastBook<O>();
}

class FastBook<O extends BookOrder> implements Book<O> {
  readonly #buys = new BookSide<O>('buy');
  readonly #sells = new BookSide<O>('sell');
  readonly #nodes = new Map<bigint, OrderNode<O>>();

  plan(order: O, terms: Terms, house = NO_HOUSE): Plan<O> {
    checkOrder(order);
    checkTerms(order.side, terms);
    checkHouse(opposite(order.side), house);
    // Fast path: most orders match nothing and need no preparation.
    if (house.length === 0 && !this.#crosses(order)) return planNothing(order, terms);
    return planTaking(order, terms, new Offers(this.#side(opposite(order.side)), house));
  }

  apply(order: O, { fills, rests }: Plan<O>, house = NO_HOUSE): void {
    let level = 0;
    for (const { maker, price, lots } of fills) {
      order.open -= lots;
      if (maker !== undefined) this.#takeFromFirst(maker, lots);
      else {
        while (house[level]?.open === 0) level += 1;
        assert(house[level]?.price === price, 'the plan is of this very state');
        takeFromHouse(house[level], lots);
      }
    }
    assert(rests === 0 || rests === order.open, 'the plan is of this order');
    if (rests > 0) this.#rest(order);
  }

  cancel({ id }: O): boolean {
    const node = this.#nodes.get(id);
    if (node === undefined) return false;
    this.#remove(node);
    return true;
  }

  restore(order: O): void {
    checkOrder(order);
    this.#rest(order);
  }

  planSweep(side: Side, levels: readonly HouseLevel[]): SweepFill<O>[] {
    checkHouse(side, levels);
    return planSweeping(side, levels, this.#side(opposite(side)).first);
  }

  applySweep(fills: readonly SweepFill<O>[], levels: readonly HouseLevel[]): void {
    for (const { maker, level, lots } of fills) {
      this.#takeFromFirst(maker, lots);
      takeFromHouse(levels[level], lots);
    }
  }

  best(side: Side): number | undefined {
    return this.#side(side).first?.order.price;
  }

  levels(side: Side, count: number): PriceLevel[] {
    return this.#side(side).levels(count);
  }

  orders(side: Side): Iterable<O> {
    return this.#side(side).orders();
  }

  hash(): string {
    return hashOrders(this.orders('buy'), this.orders('sell'));
  }

  #side(side: Side): BookSide<O> {
    return side === 'buy' ? this.#buys : this.#sells;
  }

  #crosses(order: O): boolean {
    const best = this.best(opposite(order.side));
    return best !== undefined && accepts(order.side, order.price, best);
  }

  #rest(order: O): void {
    assert(!this.#crosses(order), 'what rests does not cross');
    const before = this.#nodes.size;
    this.#nodes.set(order.id, this.#side(order.side).add(order));
    assert(this.#nodes.size > before, 'an order rests once'); // Checked afterwards: a lookup before would double the cost.
  }

  /** Takes lots from the first order in the queue; a different maker means that the book changed since the plan. */
  #takeFromFirst(maker: O, lots: number): void {
    const side = this.#side(maker.side);
    const node = side.first;
    assert(node?.order === maker && maker.open >= lots, 'the plan is of this very state');
    side.reduce(node, lots);
    if (maker.open === 0) this.#remove(node);
  }

  #remove(node: OrderNode<O>): void {
    this.#side(node.order.side).remove(node);
    this.#nodes.delete(node.order.id);
  }
}

function takeFromHouse(level: HouseLevel | undefined, lots: number): void {
  assert(level !== undefined && level.open >= lots, 'the plan is of this very state');
  level.open -= lots;
}

/** Returns the plan of an order that matches nothing. */
function planNothing<O extends BookOrder>(order: O, { remainder }: Terms): Plan<O> {
  return { fills: [], end: 'exhausted', rests: remainder === 'cancel' ? 0 : order.open };
}

/** Plans what an order takes from the offers, and why it stops. */
function planTaking<O extends BookOrder>(order: O, terms: Terms, offers: Offers<O>): Plan<O> {
  const { remainder, budget, proceeds } = terms;
  const fills: Fill<O>[] = [];
  let left = order.open;
  let toSpend = budget ?? Number.POSITIVE_INFINITY;
  let toBring = proceeds ?? Number.POSITIVE_INFINITY;
  for (; left > 0 && toBring > 0 && offers.price !== undefined; offers.next()) {
    const { maker, price, open } = offers;
    if (!accepts(order.side, order.price, price)) break;
    if (remainder === 'post') return { fills, end: 'would_take', rests: 0 };
    if (maker?.owner === order.owner) return { fills, end: 'own_order', rests: 0 };
    const lots = Math.min(left, open, Math.floor(toSpend / price), Math.ceil(toBring / price));
    if (lots === 0) break;
    fills.push({ maker, price, lots });
    left -= lots;
    toSpend -= lots * price;
    toBring -= lots * price;
  }
  const isFilled = proceeds === undefined ? left === 0 : toBring <= 0;
  return { fills, end: isFilled ? 'filled' : 'exhausted', rests: remainder === 'cancel' ? 0 : left };
}

/**
 * Plans a sweep in one pass over both queues: the best order matches the best level, and whichever is used up advances
 * to the next.
 */
function planSweeping<O extends BookOrder>(
  side: Side,
  levels: readonly HouseLevel[],
  first: OrderNode<O> | undefined,
): SweepFill<O>[] {
  const fills: SweepFill<O>[] = [];
  let node = first;
  let taken = 0;
  for (const [level, { price, open }] of levels.entries()) {
    let left = open;
    while (left > 0 && node !== undefined && accepts(side, price, node.order.price)) {
      const maker = node.order;
      const lots = Math.min(left, maker.open - taken);
      fills.push({ maker, price: maker.price, lots, level });
      left -= lots;
      taken += lots;
      if (taken < maker.open) continue;
      node = node.worse;
      taken = 0;
    }
  }
  return fills;
}

/** Offers to a taker in matching order: better price first, and orders before the house at equal prices. */
class Offers<O extends BookOrder> {
  readonly #makers: BookSide<O>;
  readonly #house: readonly HouseLevel[];
  #node: OrderNode<O> | undefined;
  #nextLevel = 0;
  /** Current offer: its order, or undefined for the house. Without any offer the price is undefined. */
  maker: O | undefined = undefined;
  price: number | undefined = undefined;
  open = 0;

  constructor(makers: BookSide<O>, house: readonly HouseLevel[]) {
    this.#makers = makers;
    this.#house = house;
    this.#node = makers.first;
    this.next();
  }

  next(): void {
    while (this.#house[this.#nextLevel]?.open === 0) this.#nextLevel += 1;
    const level = this.#house[this.#nextLevel];
    const node = this.#node;
    if (level !== undefined && (node === undefined || this.#makers.rankOf(level.price) > node.level.rank)) {
      this.#offer(undefined, level);
      this.#nextLevel += 1;
    } else {
      this.#offer(node?.order, node?.order);
      this.#node = node?.worse;
    }
  }

  #offer(maker: O | undefined, what: HouseLevel | undefined): void {
    this.maker = maker;
    this.price = what?.price;
    this.open = what?.open ?? 0;
  }
}
