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
