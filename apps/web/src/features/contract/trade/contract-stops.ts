import { closePosition, type Position, quoteAround, sizeOf } from '@app/domain/contract';
import {
  type Amount,
  absolute,
  add,
  ceilTo,
  divideRounded,
  floorTo,
  negate,
  ONE,
  type Price,
  type Rate,
  subtract,
} from '@app/money';
import { type ContractForm, readField } from './contract-form.ts';

export type StopKind = 'takeProfit' | 'stopLoss';

/** A stop of an order: its price, and about what the position would bring there after fees. */
export type StopFigure = {
  readonly price: Price;
  readonly result: Amount;
  /** The position is closed by force before this price is reached. */
  readonly isTooLate: boolean;
};

const HUNDRED = 100n;

/** Reports whether a stop lies above the entry: the profit of a long, the loss of a short. */
const isAbove = (kind: StopKind, { side }: Position) => (kind === 'takeProfit') === (side === 'long');

/**
 * Returns the price of a stop that was typed as a price, as a move from the entry in percent, or as a result after
 * fees. A profit is rounded away from the entry and a loss towards it: neither is worse than typed.
 */
export function stopPrice(
  form: Pick<ContractForm, 'stopsBy' | StopKind>,
  kind: StopKind,
  { position, spreadRate }: Terms,
): Price | undefined {
  const typed = readField<Amount>(form[kind]);
  if (typed === undefined) return undefined;
  if (form.stopsBy === 'price') return typed as bigint as Price;
  if (form.stopsBy === 'percent') return onGrid(movedBy(typed, kind, position), position);
  return bringing(kind === 'takeProfit' ? typed : negate(typed), { position, spreadRate });
}

type Terms = { readonly position: Position; readonly spreadRate: Rate };

/** Rounds in favour of the position: up for a long. */
function onGrid(exact: Price, { side, market: { priceTick } }: Position): Price | undefined {
  const price = side === 'long' ? ceilTo(exact, priceTick) : floorTo(exact, priceTick);
  return price > 0n ? price : undefined;
}

function movedBy(percent: Amount, kind: StopKind, position: Position): Price {
  const move = divideRounded(position.entry * percent, HUNDRED * ONE, 'down') as Price;
  return isAbove(kind, position) ? add(position.entry, move) : subtract(position.entry, move);
}

/**
 * Solves the result after both fees for the index at which the close at bid or ask brings it. The quote is rounded too,
 * so a tick more may be needed.
 */
function bringing(result: Amount, { position, spreadRate }: Terms): Price | undefined {
  const { entry, openFee, terms, side, market } = position;
  const size = sizeOf(position);
  const cost = divideRounded(size * entry, ONE, 'down');
  const isLong = side === 'long';
  const worth = isLong ? cost + openFee + result : cost - openFee - result;
  if (worth <= 0n) return undefined;
  const fee = isLong ? ONE - terms.closeFeeRate : ONE + terms.closeFeeRate;
  const spread = isLong ? ONE - spreadRate : ONE + spreadRate;
  const price = onGrid(divideRounded(worth * ONE * ONE * ONE, size * fee * spread, 'down') as Price, position);
  if (price === undefined || resultAfterFees(price, { position, spreadRate }) >= result) return price;
  return onGrid(isLong ? add(price, market.priceTick) : subtract(price, market.priceTick), position);
}

/** Returns what closing at bid or ask of an index price brings, less both fees, before nights. */
function resultAfterFees(price: Price, { position, spreadRate }: Terms): Amount {
  const { market, margin, openFee, overnightSince } = position;
  const settlement = closePosition(position, quoteAround(price, market, spreadRate), overnightSince);
  return subtract(subtract(settlement.returned, margin), openFee);
}

/** Returns what a stop would bring. */
export function stopFigure(
  price: Price,
  { liquidation, ...terms }: Terms & { liquidation: Price | undefined },
): StopFigure {
  const { entry, side } = terms.position;
  const isLosing = side === 'long' ? price < entry : price > entry;
  const isTooLate = liquidation !== undefined && isLosing && reach(price, entry) >= reach(liquidation, entry);
  return { price, result: resultAfterFees(price, terms), isTooLate };
}

const reach = (price: Price, entry: Price) => absolute(subtract(price, entry));
