import {
  ceilUnit,
  floorUnit,
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
import {
  lastStep,
  type SlowNow,
  type SlowPosition,
  slowEnd,
  slowEquity,
  slowMaintenance,
  slowNotional,
} from './slow-contract.ts';

export const LOT_STEP = over(whole(1), whole(100));

type SlowExit = { readonly price: Rational; readonly nights: readonly Rational[]; readonly isForced: boolean };

/** Cuts lots off. If both sides together were worth more than the whole, the better one gives the other the excess. */
export function slowCut(position: SlowPosition, lots: Rational, exit: SlowExit): readonly [SlowPosition, SlowPosition] {
  const share = (amount: Rational) => over(times(amount, lots), position.lots);
  const margin = floorUnit(share(position.margin));
  const openFee = floorUnit(share(position.openFee));
  const nightsPaid = ceilUnit(share(position.nightsPaid));
  const sides = (moved: Rational): [SlowPosition, SlowPosition] => [
    { ...position, lots, openFee, nightsPaid, margin: plus(margin, moved) },
    {
      ...position,
      lots: minus(position.lots, lots),
      openFee: minus(position.openFee, openFee),
      nightsPaid: minus(position.nightsPaid, nightsPaid),
      margin: minus(minus(position.margin, margin), moved),
    },
  ];
  const worth = (it: SlowPosition) => slowEnd(it, exit).user;
  const [part, rest] = sides(NOTHING);
  const excess = larger(minus(plus(worth(part), worth(rest)), worth(position)), NOTHING);
  const isRestBetter = isLess(NOTHING, worth(rest));
  return sides(isRestBetter ? smaller(excess, rest.margin) : minus(NOTHING, smaller(excess, part.margin)));
}

export type SlowLiquidation = { readonly price: Rational; readonly buffer: Rational; readonly wholeBelow: Rational };

/**
 * What a liquidation takes off, and what it leaves. From the third bracket on it tries the brackets below, the highest
 * first: the most lots that fit under its end, if they lie in it, are worth keeping and have enough equity.
 */
export function slowStep(
  position: SlowPosition,
  now: SlowNow,
  { price, buffer, wholeBelow }: SlowLiquidation,
): readonly [SlowPosition, SlowPosition | undefined] {
  const { brackets, closeFee } = position.terms;
  const worthOf = (lots: Rational) => slowNotional({ ...position, lots }, now.index);
  const endOf = (bracket: number) => brackets[bracket + 1]?.from ?? NOTHING;
  const isIn = (bracket: number, notional: Rational) =>
    isAtMost(notional, endOf(bracket)) && (bracket === 0 || isLess(brackets[bracket]?.from ?? NOTHING, notional));
  const passed = brackets.filter(({ from }) => isLess(from, worthOf(position.lots))).length;
  if (passed < 3) return [position, undefined];
  for (let bracket = passed - 2; bracket >= 0; bracket -= 1) {
    const lots = times(
      LOT_STEP,
      whole(lastStep((steps) => isAtMost(worthOf(times(LOT_STEP, whole(steps))), endOf(bracket)))),
    );
    const notional = worthOf(lots);
    const isKept = isLess(NOTHING, notional) && isAtMost(wholeBelow, notional);
    if (!isKept || !isIn(bracket, notional)) continue;
    const exit = { price, nights: now.nights, isForced: true };
    const [part, rest] = slowCut(position, minus(position.lots, lots), exit);
    const needed = [slowMaintenance(position.terms, notional), times(notional, closeFee), times(notional, buffer)];
    if (isAtMost(total(needed.map(ceilUnit)), slowEquity(rest, now))) return [part, rest];
  }
  return [position, undefined];
}
