import { assert } from '@app/base';
import type { Book, BookOrder, HouseLevel, Plan, Side, SweepFill, Terms } from './book.ts';
import { checkHouse, checkOrder, checkTerms } from './check-input.ts';
import { hashOrders } from './hash-orders.ts';
import { accepts, bestFirst, opposite } from './sides.ts';

type Sides<O> = Record<Side, O[]>;
type Offer<O> = { readonly maker: O | undefined; readonly price: number; readonly open: number };

/**
 * Creates the reference order book that specifies the fast one: two sorted arrays, simple enough to verify by reading.
 */
export function createNaiveBook<O extends BookOrder>(): Book<O> {
  const sides: Sides<O> = { buy: [], sell: [] };
  return {
    plan: (order, terms, house = []) => plan(order, terms, offersTo(order, sides, house)),
    apply: (order, planned, house = []) => {
      for (const { maker, price, lots } of planned.fills) {
        order.open -= lots;
        takeFrom(maker ?? house.find((level) => level.price === price && level.open > 0), lots);
      }
      dropEmpty(sides);
      if (planned.rests > 0) rest(sides, order);
    },
    cancel: ({ id, side }) => {
      const at = sides[side].findIndex((order) => order.id === id);
      return at >= 0 && sides[side].splice(at, 1).length > 0;
    },
    restore: (order) => {
      checkOrder(order);
      rest(sides, order);
    },
    planSweep: (side, levels) => planSweep(side, levels, sides[opposite(side)]),
    applySweep: (fills, levels) => {
      for (const { maker, level, lots } of fills) {
        takeFrom(maker, lots);
        takeFrom(levels[level], lots);
      }
      dropEmpty(sides);
    },
    best: (side) => sides[side][0]?.price,
    levels: (side, count) => levelsOf(sides[side]).slice(0, count),
    orders: (side) => [...sides[side]],
    hash: () => hashOrders(sides.buy, sides.sell),
  };
}

/**
 * Returns all offers an order may take, in matching order: the sort is stable, so age decides, and the house comes
 * last.
 */
function offersTo<O extends BookOrder>(order: O, sides: Sides<O>, house: readonly HouseLevel[]): Offer<O>[] {
  const makers = opposite(order.side);
  checkHouse(makers, house);
  return [
    ...sides[makers].map((maker) => ({ maker, price: maker.price, open: maker.open })),
    ...house.map(({ price, open }) => ({ maker: undefined, price, open })),
  ]
    .filter(({ price, open }) => open > 0 && accepts(order.side, order.price, price))
    .sort((one, other) => bestFirst(makers)(one.price, other.price));
}

function plan<O extends BookOrder>(order: O, terms: Terms, offers: readonly Offer<O>[]): Plan<O> {
  checkOrder(order);
  checkTerms(order.side, terms);
  const fills: Plan<O>['fills'][number][] = [];
  if (terms.remainder === 'post' && offers.length > 0) return { fills, end: 'would_take', rests: 0 };
  let left = order.open;
  let budget = terms.budget ?? Number.POSITIVE_INFINITY;
  let brought = 0;
  const isEnough = () => terms.proceeds !== undefined && brought >= terms.proceeds;
  for (const { maker, price, open } of offers) {
    if (left === 0 || isEnough()) break;
    if (maker?.owner === order.owner) return { fills, end: 'own_order', rests: 0 };
    let lots = Math.min(left, open, Math.floor(budget / price));
    while (terms.proceeds !== undefined && brought + (lots - 1) * price >= terms.proceeds) lots -= 1;
    if (lots === 0) break;
    fills.push({ maker, price, lots });
    left -= lots;
    budget -= lots * price;
    brought += lots * price;
  }
  const isFilled = terms.proceeds === undefined ? left === 0 : isEnough();
  return { fills, end: isFilled ? 'filled' : 'exhausted', rests: terms.remainder === 'cancel' ? 0 : left };
}

function planSweep<O extends BookOrder>(
  side: Side,
  levels: readonly HouseLevel[],
  makers: readonly O[],
): SweepFill<O>[] {
  checkHouse(side, levels);
  const fills: SweepFill<O>[] = [];
  const opens = makers.map(({ open }) => open);
  for (const [level, { price, open }] of levels.entries()) {
    let left = open;
    for (const [index, maker] of makers.entries()) {
      const lots = Math.min(left, opens[index] ?? 0);
      if (lots === 0 || !accepts(side, price, maker.price)) continue;
      fills.push({ maker, price: maker.price, lots, level });
      left -= lots;
      opens[index] = (opens[index] ?? 0) - lots;
    }
  }
  return fills;
}

function takeFrom(offer: { open: number } | undefined, lots: number): void {
  assert(offer !== undefined && offer.open >= lots, 'the plan is of this very state');
  offer.open -= lots;
}

function dropEmpty<O extends BookOrder>(sides: Sides<O>): void {
  sides.buy = sides.buy.filter(({ open }) => open > 0);
  sides.sell = sides.sell.filter(({ open }) => open > 0);
}

function rest<O extends BookOrder>(sides: Sides<O>, order: O): void {
  const best = sides[opposite(order.side)][0];
  assert(best === undefined || !accepts(order.side, order.price, best.price), 'what rests does not cross');
  assert(!sides[order.side].some(({ id }) => id === order.id), 'an order rests once');
  sides[order.side].push(order);
  sides[order.side].sort((one, other) => bestFirst(order.side)(one.price, other.price));
}

function levelsOf(orders: readonly BookOrder[]) {
  const byPrice = Map.groupBy(orders, ({ price }) => price);
  return [...byPrice].map(([price, members]) => ({ price, lots: members.reduce((sum, { open }) => sum + open, 0) }));
}
