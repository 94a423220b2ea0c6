/** Fees and maintenance that a position keeps; rates are integers of 10⁻¹⁸. */
export type ContractTerms = {
  readonly openFeeRate: bigint;
  readonly closeFeeRate: bigint;
  readonly liquidationFeeRate: bigint;
  /** Maintenance rate of the part of a notional above an amount, up to where the next tier begins. */
  readonly tiers: readonly { readonly above: bigint; readonly rate: bigint }[];
};

/** A position, or the part of one that is settled, with the steps of its market; integers of 10⁻¹⁸. */
export type HeldPosition = {
  readonly side: string;
  readonly lots: bigint;
  readonly entry: bigint;
  readonly margin: bigint;
  readonly overnightSince: bigint;
  readonly overnightCharged: bigint;
  /** Base units of one lot. */
  readonly multiplier: bigint;
  readonly priceTick: bigint;
  readonly terms: ContractTerms;
};

const ONE = 10n ** 18n;
/** A number of lots has two places. */
export const LOT_STEP = ONE / 100n;
/** Prices of the platform have two places more than the index. */
const QUOTE_STEPS = 100n;

/** Divides what is not negative and rounds up. */
export const ceilDivide = (amount: bigint, by: bigint): bigint => (amount + by - 1n) / by;
const ceilTo = (amount: bigint, step: bigint): bigint => ceilDivide(amount, step) * step;
const floorTo = (amount: bigint, step: bigint): bigint => (amount / step) * step;
const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);
export const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
export const orNothing = (amount: bigint): bigint => larger(amount, 0n);

/** Multiplies two decimals and rounds up. */
export const timesUp = (amount: bigint, factor: bigint): bigint => ceilDivide(amount * factor, ONE);

/** Multiplies two decimals; throws where the product has more than eighteen places, because no rule rounds there. */
function exactly(amount: bigint, factor: bigint): bigint {
  if ((amount * factor) % ONE !== 0n) throw new Error('lots and prices lie on their steps');
  return (amount * factor) / ONE;
}

type Sized = Pick<HeldPosition, 'lots' | 'multiplier'>;

/** Returns the base units of a position. */
const sizeOf = ({ lots, multiplier }: Sized): bigint => exactly(lots, multiplier);

/** Returns what a position's base units cost at a price. */
export const notionalAt = (position: Sized, price: bigint): bigint => exactly(sizeOf(position), price);

/** Returns the gain at a price, negative for a loss, before fees. */
export function resultAt(position: Pick<HeldPosition, 'side' | 'entry'> & Sized, price: bigint): bigint {
  const rise = notionalAt(position, price) - notionalAt(position, position.entry);
  return position.side === 'long' ? rise : -rise;
}

/** Returns the platform's prices around the index: the spread and both prices are rounded away from it. */
export function quoteAround(index: bigint, priceTick: bigint, spreadRate: bigint): { bid: bigint; ask: bigint } {
  const step = priceTick / QUOTE_STEPS;
  const spread = timesUp(index, spreadRate);
  return { bid: larger(floorTo(index - spread, step), step), ask: ceilTo(index + spread, step) };
}

/** Returns the overnight fees of all nights since the opening, rounded up once. */
export const nightsOf = (position: HeldPosition, overnightIndex: bigint): bigint =>
  timesUp(sizeOf(position), orNothing(overnightIndex - position.overnightSince));

/** Returns the overnight fees that are due and were not charged yet. */
export const unpaidNights = (position: HeldPosition, overnightIndex: bigint): bigint =>
  orNothing(nightsOf(position, overnightIndex) - position.overnightCharged);

/** Returns the maintenance margin of a notional at thirty-six places: each tier's rate counts for its own part. */
function maintenanceOf({ tiers }: ContractTerms, notional: bigint): bigint {
  return tiers.reduce((sum, { above, rate }, at) => {
    const end = tiers[at + 1]?.above ?? notional;
    return sum + orNothing(smaller(notional, end) - above) * rate;
  }, 0n);
}

/** What a position is worth at an index price, after the nights that are due and before the closing fee. */
const equityAt = (position: HeldPosition, price: bigint, overnightIndex: bigint): bigint =>
  position.margin - unpaidNights(position, overnightIndex) + resultAt(position, price);

/** Whether what a position is worth does not exceed its maintenance margin and closing fee. Nothing is rounded. */
export function isLiquidated(position: HeldPosition, price: bigint, overnightIndex: bigint): boolean {
  const notional = notionalAt(position, price);
  const needed = maintenanceOf(position.terms, notional) + notional * position.terms.closeFeeRate;
  return equityAt(position, price, overnightIndex) * ONE <= needed;
}

/** Whether closing at a price costs no more than the margin. */
const isSolvent = (position: HeldPosition, price: bigint, overnightIndex: bigint): boolean =>
  equityAt(position, price, overnightIndex) * ONE >= notionalAt(position, price) * position.terms.closeFeeRate;

const isOnGrid = (price: bigint, { priceTick }: HeldPosition) => price > 0n && price % priceTick === 0n;

/** Whether a price is the last one of the grid that liquidates a position: a tick better does not. */
export function isLiquidationPrice(position: HeldPosition, price: bigint | null, overnightIndex: bigint): boolean {
  const { priceTick } = position;
  if (price === null) return position.side === 'long' && !isLiquidated(position, priceTick, overnightIndex);
  if (!isOnGrid(price, position) || !isLiquidated(position, price, overnightIndex)) return false;
  const better = position.side === 'long' ? price + priceTick : price - priceTick;
  return better === 0n || !isLiquidated(position, better, overnightIndex);
}

/** Whether a price is the last one of the grid at which the margin pays for everything: a tick worse it does not. */
export function isBankruptcyPrice(position: HeldPosition, price: bigint | null, overnightIndex: bigint): boolean {
  const { priceTick } = position;
  if (price === null)
    return position.side === 'long'
      ? isSolvent(position, 0n, overnightIndex)
      : !isSolvent(position, priceTick, overnightIndex);
  if (!isOnGrid(price, position) || !isSolvent(position, price, overnightIndex)) return false;
  const worse = position.side === 'long' ? price - priceTick : price + priceTick;
  return !isSolvent(position, worse, overnightIndex);
}
