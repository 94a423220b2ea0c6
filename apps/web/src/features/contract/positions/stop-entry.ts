import { distanceTo } from '@app/client/contract';
import { checkStops, closePosition, type Position, quoteAround } from '@app/domain/contract';
import {
  type Amount,
  absolute,
  ceilTo,
  countOf,
  divideRounded,
  floorTo,
  formatDecimal,
  formatPlaces,
  max,
  negate,
  ONE,
  type Price,
  type Rate,
  readDecimal,
  subtract,
} from '@app/money';
import type { Deal } from '../../../data/account/deals.ts';

/** Take-profit and stop-loss. */
export const STOP_KINDS = ['profit', 'loss'] as const;
export type StopKind = (typeof STOP_KINDS)[number];

/** What a stop is typed in: its price, its distance from the entry in percent, or the result of closing there after fees. */
export const STOP_UNITS = ['price', 'percent', 'result'] as const;
export type StopUnit = (typeof STOP_UNITS)[number];

/** A stop while it is edited. Its price is what is sent; the text is what the field shows, in the form's unit. */
export type StopEntry = { readonly price: Price | undefined; readonly text: string };
export type StopsForm = { readonly unit: StopUnit; readonly profit: StopEntry; readonly loss: StopEntry };

/** The position a stop closes, and where the platform would close it. */
export type StopContext = { readonly position: Position; readonly spreadRate: Rate; readonly overnightIndex: Price };

export const PERCENT_PLACES = 2;
export const RESULT_PLACES = 2;
const HUNDRED = 100n;

/** Returns what closing the whole position realises with the index at a price: the result less closing fee and nights. */
export function realisedAt(price: Price, { position, spreadRate, overnightIndex }: StopContext): Amount {
  const quote = quoteAround(price, position.market, spreadRate);
  const { returned, margin } = closePosition(position, quote, overnightIndex);
  return subtract(returned, margin);
}

/** Returns the form for the stops that a deal has, typed by price. */
export function stopsFormOf({ target_profit_price, stop_loss_price }: StopPrices, context: StopContext): StopsForm {
  const entry = (kind: StopKind, price: Price | null) => entryOf(kind, price ?? undefined, 'price', context);
  return { unit: 'price', profit: entry('profit', target_profit_price), loss: entry('loss', stop_loss_price) };
}

type StopPrices = Pick<Deal, 'target_profit_price' | 'stop_loss_price'>;

/** Returns the form with another unit; the prices stay exactly what they are. */
export const withUnit = (form: StopsForm, unit: StopUnit, context: StopContext): StopsForm => ({
  unit,
  profit: entryOf('profit', form.profit.price, unit, context),
  loss: entryOf('loss', form.loss.price, unit, context),
});

/** Returns the form after one of its fields was typed into. */
export const withText = (form: StopsForm, kind: StopKind, text: string, context: StopContext): StopsForm => ({
  ...form,
  [kind]: { text, price: stopPriceOf(kind, form.unit, text, context) },
});

/** Returns the form after a stop was moved to a price, such as by a drag: on the market's grid, and above zero. */
export function withPrice(form: StopsForm, kind: StopKind, price: Price, context: StopContext): StopsForm {
  const { priceTick } = context.position.market;
  const onGrid = floorTo(max(price, priceTick), priceTick);
  return { ...form, [kind]: entryOf(kind, onGrid, form.unit, context) };
}

/** Returns the form after a stop was moved by some ticks. */
export function withTicks(form: StopsForm, kind: StopKind, ticks: number, context: StopContext): StopsForm {
  const { price } = form[kind];
  if (price === undefined) return form;
  const { priceTick } = context.position.market;
  return withPrice(form, kind, (price + priceTick * BigInt(ticks)) as Price, context);
}

const entryOf = (kind: StopKind, price: Price | undefined, unit: StopUnit, context: StopContext): StopEntry => ({
  price,
  text: price === undefined ? '' : stopText(kind, unit, price, context),
});

/**
 * Returns the price of what was typed, on the market's grid: the first one, seen from the worse side, that gives at least
 * the gain or costs at most the loss. Undefined for an empty field, and if no price gives it.
 */
export function stopPriceOf(kind: StopKind, unit: StopUnit, text: string, context: StopContext): Price | undefined {
  const typed = readDecimal<Price>(text);
  if (typed === undefined || typed <= 0n) return undefined;
  if (unit === 'price') return typed;
  if (unit === 'percent') return priceAtShare(kind, divideRounded(typed, HUNDRED, 'down') as Rate, context);
  const amount = typed as bigint as Amount;
  return priceRealising(kind === 'profit' ? amount : negate(amount), context);
}

/** Formats a price in a unit. Empty in percent and result for a stop beyond the entry, such as one that secures a gain. */
function stopText(kind: StopKind, unit: StopUnit, price: Price, context: StopContext): string {
  if (unit === 'price') return formatDecimal(price);
  if (unit === 'percent') {
    const share = shareOf(price, context.position);
    return ofKind(kind, share) ? formatPlaces((absolute(share) * HUNDRED) as Rate, PERCENT_PLACES, 'down') : '';
  }
  const realised = realisedAt(price, context);
  return ofKind(kind, realised) ? formatPlaces(absolute(realised), RESULT_PLACES, 'down') : '';
}

const ofKind = (kind: StopKind, gain: Amount | Rate) => (kind === 'profit' ? gain > 0n : gain < 0n);

/** Returns how far a price is from the entry as a share of it, positive where the position gains. */
function shareOf(price: Price, { side, entry }: Position): Rate {
  const share = distanceTo(price, entry);
  return side === 'long' ? share : negate(share);
}

/** Rounds to the grid in the user's favour: up for a long, down for a short. */
const inFavour = (price: Price, { side, market }: Position): Price =>
  side === 'long' ? ceilTo(price, market.priceTick) : floorTo(price, market.priceTick);

function priceAtShare(kind: StopKind, share: Rate, { position }: StopContext): Price | undefined {
  const isUp = (kind === 'profit') === (position.side === 'long');
  const factor = isUp ? ONE + share : ONE - share;
  if (factor <= 0n) return undefined;
  const exact = divideRounded(position.entry * factor, ONE, position.side === 'long' ? 'up' : 'down') as Price;
  const price = inFavour(exact, position);
  return price > 0n ? price : undefined;
}

/** Doublings of the price after which a gain counts as out of reach. */
const REACH = 64;

/** Searches the worst price of the grid that realises at least an amount; what is realised rises with the price's favour. */
function priceRealising(amount: Amount, context: StopContext): Price | undefined {
  const { side, market, entry } = context.position;
  const at = (ticks: bigint) => (market.priceTick * ticks) as Price;
  const isEnough = (ticks: bigint) => realisedAt(at(ticks), context) >= amount;
  const isLong = side === 'long';
  let far = countOf(floorTo(entry, market.priceTick), market.priceTick) + 1n;
  for (let doubled = 0; isEnough(far) !== isLong && doubled < REACH; doubled += 1) far *= 2n;
  if (isEnough(far) !== isLong || isEnough(1n) === isLong) return undefined;
  let low = 1n;
  let high = far;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (isEnough(middle) === isLong) high = middle;
    else low = middle;
  }
  return at(isLong ? high : low);
}

/** What is wrong with a stop: it lies off the grid or on the wrong side of the price, or no price gives what was typed. */
export type StopFault = 'step' | 'side' | 'unreachable';

/** Checks one stop of the form by the engine's rule, against the index or the limit of an order that waits. */
export function faultOf(
  kind: StopKind,
  { price, text }: StopEntry,
  reference: Price,
  position: Position,
): StopFault | undefined {
  if (price === undefined) return text === '' ? undefined : 'unreachable';
  const stops = kind === 'profit' ? { takeProfit: price } : { stopLoss: price };
  const checked = checkStops(stops, { side: position.side, price: reference, priceTick: position.market.priceTick });
  if (checked.ok) return undefined;
  return checked.code === 'price_step_wrong' ? 'step' : 'side';
}

/** Reports whether a stop-loss lies at or beyond liquidation, which then comes first. */
export function isBeyondLiquidation(
  price: Price | undefined,
  liquidation: Price | undefined,
  { side }: Position,
): boolean {
  if (price === undefined || liquidation === undefined) return false;
  return side === 'long' ? price <= liquidation : price >= liquidation;
}

/** Reports whether the form differs from what the deal has. */
export const areChanged = ({ profit, loss }: StopsForm, deal: StopPrices): boolean =>
  (profit.price ?? null) !== deal.target_profit_price || (loss.price ?? null) !== deal.stop_loss_price;
