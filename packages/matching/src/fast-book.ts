import { assert } from '@app/base';
import type { Book, BookOrder, HouseLevel, Plan, PriceLevel, Side, SweepFill, Terms } from './book.ts';
import { BookSide, type OrderNode } from './book-side.ts';
import { checkHouse, checkOrder, checkTerms } from './check-input.ts';
import { hashOrders } from './hash-orders.ts';
import { Offers } from './offers.ts';
import { planSweeping } from './plan-sweeping.ts';
import { planNothing, planTaking } from './plan-taking.ts';
import { accepts, opposite } from './sides.ts';

const NO_HOUSE: readonly HouseLevel[] = [];

/** The book that trades. What it does is what the naive book says; a law in the tests holds them together. */
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
    // Most orders meet nobody, and nothing needs to be prepared for them.
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
    assert(this.#nodes.size > before, 'an order rests once'); // Asked afterwards, because looking it up costs as much again.
  }

  /** Whoever is taken from is the first of the line: anybody else means that the book moved on since the plan. */
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
