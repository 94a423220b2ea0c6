import { sizeOf } from '@app/domain/contract';
import {
  type Amount,
  absolute,
  add,
  divideRounded,
  negate,
  ONE,
  type Price,
  type Rate,
  ratio,
  subtract,
  sum,
  ZERO,
} from '@app/money';
import type { Deal, EndedDeal } from '../../../data/account/deals.ts';

/** What became of the lots of a deal that were closed. All of it comes from its settlements. */
export type DealFigures = {
  readonly lots: Amount;
  /** Average over the closed lots; undefined if none was closed. */
  readonly exit: Price | undefined;
  /** Frozen for these lots when they were closed. */
  readonly margin: Amount;
  /** Gain or loss before fees. */
  readonly result: Amount;
  readonly fees: Amount;
  /** What the deal changed for its user: result less fees, without the loss beyond the margin, which others pay. */
  readonly net: Amount;
  /** `net` as a share of the margin; undefined without margin. */
  readonly returned: Rate | undefined;
};

export function figuresOfDeal({ settlements, result, fees }: EndedDeal): DealFigures {
  const total = (pick: (settlement: EndedDeal['settlements'][number]) => Amount) => sum(settlements.map(pick));
  const lots = total((it) => it.lots);
  const margin = total((it) => it.margin);
  const shortfall = total((it) => it.shortfall);
  const net = subtract(add(result, shortfall), fees);
  return { lots, exit: averageOf(settlements), margin, result, fees, net, returned: shareOf(net, margin) };
}

function averageOf(settlements: EndedDeal['settlements']): Price | undefined {
  const [first] = settlements;
  if (first === undefined || settlements.every(({ price }) => price === first.price)) return first?.price;
  const lots = settlements.reduce((all, it) => all + it.lots, 0n);
  const weighed = settlements.reduce((all, it) => all + it.lots * it.price, 0n);
  return divideRounded(weighed, lots, 'down') as Price;
}

/** Returns an amount as a share of the margin; a gain is rounded down and a loss up. */
function shareOf(amount: Amount, margin: Amount): Rate | undefined {
  if (margin <= ZERO) return undefined;
  return amount < ZERO ? negate(ratio(absolute(amount), margin, 'up')) : ratio(amount, margin, 'down');
}

/** Returns the base units of a number of lots. */
export const unitsOf = (lots: Amount, { lot }: Pick<Deal, 'lot'>): Amount =>
  sizeOf({ lots, market: { multiplier: lot, priceTick: ONE as bigint as Price } }); // A size needs no price.
