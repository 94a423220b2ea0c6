import { type Amount, absolute, add, min, subtract, ZERO } from '@app/money';

/**
 * A quantity of a coin and what it cost in USDT. Both are negative where a coin was spent before it was received: the
 * clocks of two writers differ by milliseconds, and the proceeds wait for their cost.
 */
export type Lot = { readonly quantity: Amount; readonly cost: Amount };

/** A coin's open lots, oldest first. All quantities have the same sign. */
export type CostLots = {
  quantity(): Amount;
  cost(): Amount;
  /** Returns the open lots, oldest first. */
  list(): readonly Lot[];
  /** Number of lots taken completely so far; only the oldest of the others may have become smaller. */
  taken(): number;
  /**
   * Adds a quantity at its cost; a negative quantity is taken from the oldest lots, and its negative cost is what was
   * received for it. Returns the result that this realises: proceeds minus cost, first in first out.
   */
  change(quantity: Amount, cost: Amount): Amount;
};

/** Emptied places are removed once they are this many, so that taking the oldest lot does not move all others. */
const EMPTY_MAX = 1_000;

export function createCostLots(initial: readonly Lot[]): CostLots {
  const lots: Lot[] = [...initial];
  let first = 0;
  let taken = 0;
  let held = lots.reduce((sum, { quantity }) => add(sum, quantity), ZERO);
  let paid = lots.reduce((sum, { cost }) => add(sum, cost), ZERO);

  const replaceOldest = (rest: Lot | undefined) => {
    if (rest !== undefined) {
      lots[first] = rest;
      return;
    }
    first += 1;
    taken += 1;
    if (first < EMPTY_MAX) return;
    lots.splice(0, first);
    first = 0;
  };

  return {
    quantity: () => held,
    cost: () => paid,
    list: () => lots.slice(first),
    taken: () => taken,
    change(quantity, cost) {
      held = add(held, quantity);
      paid = add(paid, cost);
      let incoming: Lot = { quantity, cost };
      let result = ZERO;
      for (let oldest = lots[first]; isOpposite(oldest, incoming); oldest = lots[first]) {
        const matched = min(absolute(oldest.quantity), absolute(incoming.quantity));
        const out = split(oldest, matched);
        const met = split(incoming, matched);
        result = subtract(result, add(out.part.cost, met.part.cost));
        replaceOldest(out.rest);
        incoming = met.rest ?? { quantity: ZERO, cost: ZERO };
      }
      if (incoming.quantity !== ZERO) lots.push(incoming);
      paid = add(paid, result); // What was realised is no longer part of the cost of what is held.
      return result;
    },
  };
}

/** Money in the valuation currency: it costs its quantity, so it needs no lots and realises nothing. */
export function createCash(initial: Amount): CostLots {
  let held = initial;
  return {
    quantity: () => held,
    cost: () => held,
    list: () => (held === ZERO ? [] : [{ quantity: held, cost: held }]),
    taken: () => (held === ZERO ? 1 : 0),
    change(quantity) {
      held = add(held, quantity);
      return ZERO;
    },
  };
}

const isOpposite = (oldest: Lot | undefined, incoming: Lot): oldest is Lot =>
  oldest !== undefined && incoming.quantity !== ZERO && oldest.quantity > ZERO !== incoming.quantity > ZERO;

/**
 * Splits a lot. The part has its share of the cost, rounded towards zero, and the rest keeps what remains: no unit of
 * the last place is lost or added, however often a lot is split.
 */
function split({ quantity, cost }: Lot, matched: Amount): { readonly part: Lot; readonly rest: Lot | undefined } {
  const size = absolute(quantity);
  if (size === matched) return { part: { quantity, cost }, rest: undefined };
  const sign = quantity > ZERO ? 1n : -1n;
  const part: Lot = { quantity: (sign * matched) as Amount, cost: ((cost * matched) / size) as Amount };
  return {
    part,
    rest: { quantity: subtract(quantity, part.quantity), cost: subtract(cost, part.cost) },
  };
}
