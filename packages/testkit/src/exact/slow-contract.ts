import {
  ceilUnit,
  floorUnit,
  fromUnits,
  isAtMost,
  isLess,
  larger,
  minus,
  NOTHING,
  over,
  plus,
  type Rational,
  smaller,
  times,
  total,
  whole,
} from './rational.ts';

/**
 * Specification of the arithmetic of contracts, in exact fractions and without formulas that were solved beforehand:
 * maintenance is added up bracket by bracket, nights one by one, and prices are searched for. It imports no rule.
 */
export type SlowTerms = {
  readonly openFee: Rational;
  readonly closeFee: Rational;
  readonly liquidationFee: Rational;
  readonly brackets: readonly { readonly from: Rational; readonly rate: Rational }[];
};

export type SlowPosition = {
  readonly isLong: boolean;
  readonly tick: Rational;
  readonly multiplier: Rational;
  readonly lots: Rational;
  readonly entry: Rational;
  readonly leverage: number;
  readonly margin: Rational;
  readonly openFee: Rational;
  /** Number of the night before which it was opened, in the market's list of nights. */
  readonly firstNight: number;
  readonly nightsPaid: Rational;
  readonly terms: SlowTerms;
};

/** Index price, and what each night so far cost for one base unit. */
export type SlowNow = { readonly index: Rational; readonly nights: readonly Rational[] };

export const slowNotional = ({ lots, multiplier }: Pick<SlowPosition, 'lots' | 'multiplier'>, price: Rational) =>
  times(times(lots, multiplier), price);

export function slowResult(position: SlowPosition, price: Rational): Rational {
  const { isLong, entry } = position;
  return slowNotional(position, isLong ? minus(price, entry) : minus(entry, price));
}

/** Cost of a night for one base unit: price × rate, rounded up. */
export const slowNight = (price: Rational, rate: Rational): Rational => ceilUnit(times(price, rate));

/** Overnight fees that were not paid yet: those of all nights together, rounded up, less those paid. */
export function slowNightsDue(position: SlowPosition, nights: readonly Rational[]): Rational {
  const { lots, multiplier, firstNight, nightsPaid } = position;
  const each = nights.slice(firstNight).map((night) => times(times(lots, multiplier), night));
  return larger(minus(ceilUnit(total(each)), nightsPaid), NOTHING);
}

/** Maintenance margin: every bracket's rate on the part of the notional that lies in it. */
export function slowMaintenance({ brackets }: SlowTerms, notional: Rational): Rational {
  return total(
    brackets.map(({ from, rate }, at) => {
      const next = brackets[at + 1];
      const top = next === undefined ? notional : smaller(notional, next.from);
      return isLess(from, top) ? times(minus(top, from), rate) : NOTHING;
    }),
  );
}

export const slowEquity = (position: SlowPosition, { index, nights }: SlowNow): Rational =>
  plus(minus(position.margin, slowNightsDue(position, nights)), slowResult(position, index));

/** Margin + unrealised result ≤ maintenance margin + closing fee. */
export function slowIsLiquidated(position: SlowPosition, now: SlowNow): boolean {
  const notional = slowNotional(position, now.index);
  const fee = times(notional, position.terms.closeFee);
  return isAtMost(slowEquity(position, now), plus(slowMaintenance(position.terms, notional), fee));
}

/** Returns the last step at which a claim holds that holds up to some step and never after it; zero if never. */
export function lastStep(holds: (ticks: bigint) => boolean): bigint {
  let high = 1n;
  while (holds(high)) high *= 2n;
  let low = 0n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** Searches for the last tick at which the position is liquidated; undefined if there is none. */
export function slowLiquidationPrice(position: SlowPosition, nights: readonly Rational[]): Rational | undefined {
  const isAt = (ticks: bigint) => slowIsLiquidated(position, { index: times(position.tick, whole(ticks)), nights });
  if (!position.isLong) return times(position.tick, whole(lastStep((ticks) => !isAt(ticks)) + 1n));
  const ticks = lastStep(isAt);
  return ticks === 0n ? undefined : times(position.tick, whole(ticks));
}

/** Searches for the last tick at which closing leaves enough for the closing fee; undefined if there is none. */
export function slowBankruptcyPrice(position: SlowPosition, nights: readonly Rational[]): Rational | undefined {
  const pays = (ticks: bigint) => {
    const index = times(position.tick, whole(ticks));
    return isAtMost(
      times(slowNotional(position, index), position.terms.closeFee),
      slowEquity(position, { index, nights }),
    );
  };
  const ticks = position.isLong ? lastStep((at) => !pays(at)) + 1n : lastStep(pays);
  // A long that pays at every price has no such price; zero is one at which it would still pay.
  const isNever = position.isLong ? ticks === 1n && pays(0n) : ticks === 0n;
  return isNever ? undefined : times(position.tick, whole(ticks));
}

const marginLeft = (position: SlowPosition, nights: readonly Rational[]) =>
  minus(position.margin, slowNightsDue(position, nights));

export function slowRiskRate(position: SlowPosition, now: SlowNow): Rational | undefined {
  const margin = marginLeft(position, now.nights);
  if (isAtMost(margin, NOTHING)) return undefined;
  return floorUnit(larger(over(slowEquity(position, now), margin), NOTHING));
}

/** Rounding towards minus infinity makes a gain smaller and a loss larger. */
export function slowReturn(position: SlowPosition, now: SlowNow): Rational | undefined {
  const margin = marginLeft(position, now.nights);
  if (isAtMost(margin, NOTHING)) return undefined;
  return floorUnit(over(slowResult(position, now.index), margin));
}

/** What is in force when margin is removed. */
export type SlowRemoval = { readonly terms: SlowTerms; readonly leverageMax: number; readonly buffer: Rational };

/**
 * Margin that may be removed: profit does not count, and more must stay than opening asks for, by the position's own
 * leverage and terms and by those in force now.
 */
export function slowRemovable(position: SlowPosition, now: SlowNow, removal: SlowRemoval): Rational {
  const notional = slowNotional(position, now.index);
  const highest = larger(notional, slowNotional(position, position.entry));
  const floors = [position.leverage, removal.leverageMax].map((leverage) =>
    ceilUnit(times(highest, plus(over(whole(1), whole(leverage)), removal.buffer))),
  );
  const alive = [position.terms, removal.terms].map((terms) =>
    total([ceilUnit(slowMaintenance(terms, notional)), ceilUnit(times(notional, terms.closeFee)), fromUnits(1n)]),
  );
  const floor = [...floors, ...alive].reduce(larger);
  const own = plus(marginLeft(position, now.nights), smaller(slowResult(position, now.index), NOTHING));
  return larger(minus(own, floor), NOTHING);
}

/** What the end of a position pays to whom. */
export type SlowEnd = {
  readonly platform: Rational;
  readonly fees: Rational;
  readonly insurance: Rational;
  readonly user: Rational;
  readonly shortfall: Rational;
};

/**
 * Settles step by step: the loss, nights, closing fee, liquidation fee, the user. All nights of the position count as if
 * they were paid only now: those charged before are put back, and charged again as far as the loss leaves something.
 */
export function slowEnd(
  position: SlowPosition,
  { price, nights, isForced }: { price: Rational; nights: readonly Rational[]; isForced: boolean },
): SlowEnd {
  const { margin, nightsPaid, terms } = position;
  const notional = slowNotional(position, price);
  const result = slowResult(position, price);
  const after = total([margin, nightsPaid, result]);
  const shortfall = isLess(after, NOTHING) ? minus(NOTHING, after) : NOTHING;
  let purse = larger(after, NOTHING);
  const take = (due: Rational) => {
    const taken = smaller(due, purse);
    purse = minus(purse, taken);
    return taken;
  };
  const overnight = take(plus(nightsPaid, slowNightsDue(position, nights)));
  const closing = take(ceilUnit(times(notional, terms.closeFee)));
  const forced = isForced ? take(ceilUnit(times(notional, terms.liquidationFee))) : NOTHING;
  const fees = plus(minus(overnight, nightsPaid), closing);
  return { platform: minus(NOTHING, result), fees, insurance: forced, user: purse, shortfall };
}
