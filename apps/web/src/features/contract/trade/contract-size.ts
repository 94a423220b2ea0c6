import { LOT_STEP, notionalAt, openingCost, openingPrice, type PositionSide, placingPrice } from '@app/domain/contract';
import {
  type Amount,
  add,
  divideRounded,
  floorTo,
  formatPlaces,
  max,
  min,
  multiply,
  ONE,
  type Price,
  type Rate,
  ratio,
  subtract,
  ZERO,
} from '@app/money';
import { type ContractForm, type FormSteps, readField, SIZE_UNITS, type SizeUnit } from './contract-form.ts';
import type { OrderContext } from './order-context.ts';

const PERCENT = 10n ** 16n; // Fraction of ONE.
const LOT = ONE as Amount;

/** A market order opens at the next price, so the largest one leaves this much for a move until then. */
const MOVE_RATE = (ONE / 500n) as Rate;

/** Returns the price at which a value in the margin currency counts: the limit, else the index. */
export const valuePrice = (form: ContractForm, index: Price): Price =>
  (form.kind === 'limit' ? readField<Price>(form.price) : undefined) ?? index;

/** Returns the price at which a side would open: the quote, or a limit that has to be waited for. */
export function entryPrice(form: ContractForm, side: PositionSide, { quote }: Pick<OrderContext, 'quote'>) {
  if (form.kind === 'market') return openingPrice(side, quote);
  const limit = readField<Price>(form.price);
  return limit && (placingPrice({ side, limit }, quote) ?? limit);
}

/** Returns the typed size in lots: exact in lots and coins, rounded down for a value. Undefined without one. */
export function lotsOf({ size, unit }: Pick<ContractForm, 'size' | 'unit'>, price: Price, { lot }: FormSteps) {
  const typed = readField<Amount>(size);
  if (typed === undefined || unit === 'lots') return typed;
  if (unit === 'base') return divideRounded(typed * ONE, lot, 'down') as Amount;
  return floorTo(divideRounded(typed * ONE * ONE, lot * price, 'down') as Amount, LOT_STEP);
}

/** Formats lots for the size field of a unit, rounded down; none is an empty field. */
export function sizeText(lots: Amount, unit: SizeUnit, price: Price, { lot, places }: FormSteps): string {
  if (lots <= 0n) return '';
  const coins = divideRounded(lots * lot, ONE, 'down') as Amount;
  const size = unit === 'lots' ? lots : unit === 'base' ? coins : multiply(coins, price, 'down');
  return formatPlaces(size, places[unit], 'down');
}

/** Switches to the next unit; the size stays the same or becomes smaller by the rounding. */
export function withNextUnit(form: ContractForm, index: Price | undefined, steps: FormSteps): ContractForm {
  const unit = SIZE_UNITS[(SIZE_UNITS.indexOf(form.unit) + 1) % SIZE_UNITS.length] ?? 'base';
  if (index === undefined) return { ...form, unit, size: '', share: undefined };
  const price = valuePrice(form, index);
  const lots = floorTo(lotsOf(form, price, steps) ?? ZERO, LOT_STEP);
  return { ...form, unit, size: sizeText(lots, unit, price, steps) };
}

/** Returns the most lots that balance and the user's limit allow, whichever side is pressed. */
export function largestLots(form: ContractForm, leverage: number, context: OrderContext): Amount {
  return min(largestFor(form, 'long', leverage, context), largestFor(form, 'short', leverage, context));
}

function largestFor(form: ContractForm, side: PositionSide, leverage: number, context: OrderContext): Amount {
  const { market, rules, exposure, available, now } = context;
  const entry = entryPrice(form, side, context);
  if (entry === undefined) return ZERO;
  const price = form.kind === 'market' ? raised(entry, market.priceTick) : entry;
  const valued = form.kind === 'market' ? raised(now.index, market.priceTick) : max(entry, now.index);
  const times = BigInt(leverage);
  const funded = divideRounded(available * times * ONE, ONE + times * rules.terms.openFeeRate, 'down') as Amount;
  const allowed = max(subtract(rules.userNotionalMax, exposure.ofUser), ZERO);
  const byFunds = lotsWorth(funded, notionalAt({ market, lots: LOT }, price));
  const byLimit = lotsWorth(allowed, notionalAt({ market, lots: LOT }, valued));
  const lots = min(byFunds, byLimit);
  return isFunded(lots, leverage, price, context) ? lots : max(subtract(lots, LOT_STEP), ZERO);
}

/** Margin and fee are rounded up one by one, so the quotient may be one step too high. */
function isFunded(lots: Amount, leverage: number, price: Price, context: OrderContext): boolean {
  const cost = openingCost({ lots, leverage }, price, context);
  return !cost.ok || add(cost.value.margin, cost.value.fee) <= context.available;
}

const lotsWorth = (worth: Amount, ofLot: Amount): Amount =>
  floorTo(divideRounded(worth * ONE, ofLot, 'down') as Amount, LOT_STEP);

/** Raises a price by the move that a market order must be able to pay for, up to the grid. */
function raised(price: Price, tick: Price): Price {
  const higher = divideRounded(price * (ONE + MOVE_RATE), ONE, 'up');
  return (divideRounded(higher, tick, 'up') * tick) as Price;
}

/** Sets the size to a percentage of the largest order. */
export function withShare(
  form: ContractForm,
  share: number,
  { leverage, context, steps }: { leverage: number; context: OrderContext; steps: FormSteps },
): ContractForm {
  const largest = largestLots(form, leverage, context);
  const lots = floorTo(multiply(largest, (BigInt(share) * PERCENT) as Rate, 'down'), LOT_STEP);
  return { ...form, size: sizeText(lots, form.unit, valuePrice(form, context.now.index), steps), share };
}

/** Returns the slider's position: the chosen share, or that of the typed size. */
export function percentOf(
  form: ContractForm,
  { leverage, context, steps }: { leverage: number; context: OrderContext | undefined; steps: FormSteps },
): number {
  const largest = context === undefined ? ZERO : largestLots(form, leverage, context);
  if (context === undefined || largest === 0n) return 0;
  if (form.share !== undefined) return form.share;
  const lots = lotsOf(form, valuePrice(form, context.now.index), steps);
  return lots === undefined ? 0 : Number(ratio(min(lots, largest), largest, 'down') / PERCENT); // tidy: not money
}
