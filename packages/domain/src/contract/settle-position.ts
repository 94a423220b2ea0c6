import { assert, type Decision, ok, refuse } from '@app/base';
import {
  type Amount,
  add,
  divideRounded,
  formatDecimal,
  isMultipleOf,
  max,
  min,
  multiply,
  negate,
  type Price,
  type Rate,
  type Rounding,
  subtract,
  ZERO,
} from '@app/money';
import type { ContractRules } from './contract-rules.ts';
import { isLiquidated } from './liquidation-price.ts';
import { unpaidOvernight } from './overnight.ts';
import { type ContractNow, LOT_STEP, notionalAt, type Position, resultAt } from './position.ts';
import { type ContractQuote, closingPrice } from './quote.ts';

/**
 * How the money of an ended position is divided: margin + result + overnight returned + shortfall = overnight + fee +
 * liquidation fee + returned. A receipt has these figures.
 */
export type Settlement = {
  readonly price: Price;
  readonly lots: Amount;
  readonly margin: Amount;
  /** Gain or loss against the entry, before fees. */
  readonly result: Amount;
  /** Overnight fees that were due and are paid now. */
  readonly overnight: Amount;
  /** Overnight fees charged before, which the platform gives back because the loss exceeds the margin. */
  readonly overnightReturned: Amount;
  readonly fee: Amount;
  /** Goes to the insurance fund. */
  readonly liquidationFee: Amount;
  /** What the user gets back. */
  readonly returned: Amount;
  /** Loss beyond the margin and all overnight fees of the position. The user does not pay it. */
  readonly shortfall: Amount;
};

/** Where and when a position ends. */
type Exit = {
  readonly price: Price;
  readonly overnightIndex: Price;
  /** Undefined unless it is liquidated. */
  readonly liquidationFeeRate?: Rate;
};

/**
 * Settles a position at a price. The loss comes first: overnight fees, closing fee and liquidation fee, in this order,
 * take what it leaves, and the user gets the remainder. Fees are rounded up, and none of them is ever a shortfall.
 *
 * Overnight fees yield to the loss whether or not they were charged before: the platform gives back those it has as far as
 * the margin does not pay the loss. So the insurance fund never pays them, and the time of charging never decides who
 * pays. In the equity that liquidates a position they count in full.
 */
function settleAt(position: Position, exit: Exit): Settlement {
  const { price, overnightIndex, liquidationFeeRate = 0n as Rate } = exit;
  const { lots, margin, terms } = position;
  const notional = notionalAt(position, price);
  const result = resultAt(position, price);
  const worth = add(margin, result);
  let left = max(worth, ZERO);
  const take = (due: Amount): Amount => {
    const taken = min(due, left);
    left = subtract(left, taken);
    return taken;
  };
  const overnight = take(unpaidOvernight(position, overnightIndex));
  const fee = take(multiply(notional, terms.closeFeeRate, 'up'));
  const liquidationFee = take(multiply(notional, liquidationFeeRate, 'up'));
  const lacking = max(negate(worth), ZERO);
  const overnightReturned = min(lacking, position.overnightCharged);
  const shortfall = subtract(lacking, overnightReturned);
  const fees = { overnight, overnightReturned, fee, liquidationFee };
  return { price, lots, margin, result, ...fees, returned: left, shortfall };
}

/** Closes a whole position at the platform's price of its side. */
export const closePosition = (position: Position, quote: ContractQuote, overnightIndex: Price): Settlement =>
  settleAt(position, { price: closingPrice(position.side, quote), overnightIndex });

/** Closes a position by force, at the platform's price of the tick that triggered it. Anything else is a defect. */
export function liquidatePosition(position: Position, now: ContractNow, quote: ContractQuote): Settlement {
  assert(isLiquidated(position, now), 'only a position at its liquidation price is liquidated');
  return liquidatePart(position, quote, now.overnightIndex);
}

/**
 * Closes by force what a liquidation step takes off, or the whole position. A part is not at a liquidation price of its
 * own, because the whole was in a higher tier.
 */
export function liquidatePart(part: Position, quote: ContractQuote, overnightIndex: Price): Settlement {
  const { liquidationFeeRate } = part.terms;
  return settleAt(part, { price: closingPrice(part.side, quote), overnightIndex, liquidationFeeRate });
}

/** Settles a position of a delivery contract at the index price of its settlement date, without a spread. */
export const deliverPosition = (position: Position, { index, overnightIndex }: ContractNow): Settlement =>
  settleAt(position, { price: index, overnightIndex });

/** A part that is closed, and the rest that stays open; no rest if all of it is closed. */
export type SplitPosition = { readonly part: Position; readonly rest: Position | undefined };

/** Prices at which lots are closed, and the least lots that a position may have. */
type PartExit = Pick<ContractRules, 'lotsMin'> & { readonly quote: ContractQuote; readonly overnightIndex: Price };

/**
 * Splits a position before some lots of it are closed. All of it may always be closed; a rest below the least lots of a
 * position is refused, because the platform closes no more than the user asked for.
 */
export function splitPosition(
  position: Position,
  lots: Amount,
  { lotsMin, quote, overnightIndex }: PartExit,
): Decision<SplitPosition, 'amount_step_wrong' | 'below_minimum' | 'above_maximum'> {
  if (!isMultipleOf(lots, LOT_STEP)) return refuse('amount_step_wrong', { step: formatDecimal(LOT_STEP) });
  if (lots === position.lots) return ok({ part: position, rest: undefined });
  const most = subtract(position.lots, lotsMin); // As a part.
  const least = most < LOT_STEP ? position.lots : LOT_STEP;
  if (lots < least) return refuse('below_minimum', { minimum: formatDecimal(least) });
  if (lots > position.lots) return refuse('above_maximum', { maximum: formatDecimal(position.lots) });
  if (lots > most) return refuse('above_maximum', { maximum: formatDecimal(most) });
  return ok(cutOff(position, lots, { price: closingPrice(position.side, quote), overnightIndex }));
}

/**
 * Cuts a part off. Its share of the margin is rounded down and that of charged nights up, and the rest keeps the
 * remainders, so both add up to the whole and the rest is never charged in advance.
 *
 * Where a part is worth only some units, rounding may leave one side a loss, which nobody pays, and the other more than
 * the whole. Those units of margin go to the side with the loss: parts together never return more than the whole would.
 */
export function cutOff(
  position: Position,
  lots: Amount,
  exit: Exit,
): { readonly part: Position; readonly rest: Position } {
  const shareOf = (amount: Amount, rounding: Rounding) =>
    divideRounded(amount * lots, position.lots, rounding) as Amount;
  const part = {
    ...position,
    lots,
    margin: shareOf(position.margin, 'down'),
    openFee: shareOf(position.openFee, 'down'),
    overnightCharged: shareOf(position.overnightCharged, 'up'),
  };
  const rest = {
    ...position,
    lots: subtract(position.lots, lots),
    margin: subtract(position.margin, part.margin),
    openFee: subtract(position.openFee, part.openFee),
    overnightCharged: subtract(position.overnightCharged, part.overnightCharged),
  };
  const returned = settleAt(position, exit).returned;
  const ofRest = settleAt(rest, exit).returned;
  const gained = max(subtract(add(settleAt(part, exit).returned, ofRest), returned), ZERO);
  const toPart = ofRest > ZERO ? min(gained, rest.margin) : negate(min(gained, part.margin));
  return {
    part: { ...part, margin: add(part.margin, toPart) },
    rest: { ...rest, margin: subtract(rest.margin, toPart) },
  };
}

/** Balances of the accounts that pay shortfalls. */
export type CoverFunds = { readonly insurance: Amount; readonly capital: Amount };

/** Who pays a shortfall: the insurance fund, then the platform's capital, each as far as it reaches. */
export type Cover = CoverFunds & {
  /** What nobody pays: the platform's result gets that much less, and an operator has to know. */
  readonly uncovered: Amount;
};

/** Divides a shortfall, so that neither account goes below zero. */
export function coverShortfall(shortfall: Amount, funds: CoverFunds): Cover {
  const insurance = min(shortfall, max(funds.insurance, ZERO));
  const rest = subtract(shortfall, insurance);
  const capital = min(rest, max(funds.capital, ZERO));
  return { insurance, capital, uncovered: subtract(rest, capital) };
}
