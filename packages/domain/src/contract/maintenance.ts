import { assert } from '@app/base';
import { type Amount, add, multiply, ONE, type Rate, subtract, ZERO } from '@app/money';

/** Maintenance rate of the part of a notional above an amount, up to where the next tier begins. */
export type MaintenanceTier = { readonly above: Amount; readonly rate: Rate };

/** A tier as a straight line: within it the maintenance margin is notional × rate − deduction. */
export type TierLine = { readonly above: Amount; readonly rate: Rate; readonly deduction: Amount };

/**
 * Returns the tiers as lines. A deduction makes a tier begin where the one before ends, so no price step liquidates by
 * crossing a tier. Nothing is rounded: the codec of the setting refuses tiers whose deductions would have to be.
 */
export function tierLines(tiers: readonly MaintenanceTier[]): readonly TierLine[] {
  const known = knownLines.get(tiers);
  if (known !== undefined) return known;
  const lines = linesOf(tiers);
  knownLines.set(tiers, lines);
  return lines;
}

/** All positions of some terms share their tiers, and every check of a position asks for the lines. */
const knownLines = new WeakMap<readonly MaintenanceTier[], readonly TierLine[]>();

function linesOf(tiers: readonly MaintenanceTier[]): readonly TierLine[] {
  let deduction = ZERO;
  let rateBefore = 0n as Rate;
  return tiers.map(({ above, rate }) => {
    const rise = subtract(rate, rateBefore);
    assert((above * rise) % ONE === 0n, 'a deduction is exact');
    deduction = add(deduction, multiply(above, rise, 'down'));
    rateBefore = rate;
    return { above, rate, deduction };
  });
}

/** Returns the tier in which a notional lies. */
export function tierAt(tiers: readonly MaintenanceTier[], notional: Amount): TierLine {
  const line = tierLines(tiers).findLast(({ above }) => notional > above || above === ZERO);
  if (line === undefined) throw new Error('no tier from zero'); // The codec refuses such a list.
  return line;
}

/** Returns the maintenance margin of a notional, rounded up: never less than the rule demands. */
export function maintenanceMargin(tiers: readonly MaintenanceTier[], notional: Amount): Amount {
  const { rate, deduction } = tierAt(tiers, notional);
  return subtract(multiply(notional, rate, 'up'), deduction);
}
