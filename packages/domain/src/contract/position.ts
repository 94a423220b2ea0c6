import { assert } from '@app/base';
import { type Amount, divideRounded, negate, ONE, type Price, parseDecimal, type Rate, subtract } from '@app/money';
import type { MaintenanceTier } from './maintenance.ts';

/** A long gains when the price rises, a short when it falls. */
export const POSITION_SIDES = ['long', 'short'] as const;
export type PositionSide = (typeof POSITION_SIDES)[number];

/** Smallest step of a number of lots: copied positions have two decimals (decisions, "Copy rounding"). */
export const LOT_STEP = parseDecimal<Amount>('0.01');

/** A market as contracts see it. Margin and results are in USDT; one unit of the quote currency counts as one USDT. */
export type ContractMarket = {
  readonly priceTick: Price;
  /** Base units of one lot. */
  readonly multiplier: Amount;
};

/** Fees and maintenance that a position keeps from its opening to its end, whatever the settings become. */
export type ContractTerms = {
  readonly openFeeRate: Rate;
  readonly closeFeeRate: Rate;
  /** Share of the notional that a liquidation pays into the insurance fund, out of what is left. */
  readonly liquidationFeeRate: Rate;
  readonly tiers: readonly MaintenanceTier[];
};

/** The index price of a market, and its overnight index: all overnight fees so far for one base unit. */
export type ContractNow = { readonly index: Price; readonly overnightIndex: Price };

/** One open position. Every order opens one of its own, so a user may be long and short at once. */
export type Position = {
  readonly side: PositionSide;
  readonly market: ContractMarket;
  readonly lots: Amount;
  /** Price at which it was opened, spread included. */
  readonly entry: Price;
  readonly leverage: number;
  /** Money frozen for it: what was posted and added, less what was removed and charged for nights. */
  readonly margin: Amount;
  readonly openFee: Amount;
  /** Overnight index at which it was opened. */
  readonly overnightSince: Price;
  /** Overnight fees charged so far. */
  readonly overnightCharged: Amount;
  readonly terms: ContractTerms;
};

/** Returns a number of lots in base units; exact, because lots lie on their step. */
export function sizeOf({ market, lots }: Pick<Position, 'market' | 'lots'>): Amount {
  return exactProductOf(lots, market.multiplier);
}

/** Returns the notional at a price; exact at every price of the market's grid, so no result is ever rounded. */
export function notionalAt(position: Pick<Position, 'market' | 'lots'>, price: Price): Amount {
  return notionalOf(sizeOf(position), price);
}

/** Returns the notional of a size at a price, for who needs several of one position. */
export const notionalOf = (size: Amount, price: Price): Amount => exactProductOf(size, price);

function exactProductOf(amount: Amount, factor: Amount | Price): Amount {
  const product = amount * factor;
  const units = divideRounded(product, ONE, 'down');
  assert(units * ONE === product, 'lots and prices lie on their steps');
  return units as Amount;
}

/** Returns the unrealised result at a price, fees not included: negative for a loss. */
export function resultAt(position: Pick<Position, 'market' | 'lots' | 'side' | 'entry'>, price: Price): Amount {
  const rise = subtract(notionalAt(position, price), notionalAt(position, position.entry));
  return position.side === 'long' ? rise : negate(rise);
}
