import {
  type ContractNow,
  closePosition,
  equityAt,
  liquidationPrice,
  type Position,
  quoteAround,
  resultAt,
  returnOnMargin,
  riskRate,
  type Settlement,
  sizeOf,
  splitPosition,
  unpaidOvernight,
} from '@app/domain/contract';
import {
  type Amount,
  absolute,
  add,
  divideRounded,
  max,
  ONE,
  type Price,
  type Rate,
  ratio,
  subtract,
  sum,
  ZERO,
} from '@app/money';

/** What a position is worth at the price of now. Everything comes from the rules that the engine applies. */
export type PositionFigures = {
  /** In base units. */
  readonly size: Amount;
  /** Unrealised result at the index, before fees. */
  readonly result: Amount;
  readonly returnOnMargin: Rate | undefined;
  readonly equity: Amount;
  readonly risk: Rate | undefined;
  /** Undefined if no price liquidates it. */
  readonly liquidation: Price | undefined;
  /** How far the index is from liquidation, as a share of the index; negative below, positive above. */
  readonly distance: Rate | undefined;
  /** Margin less nights that are due and not charged yet. */
  readonly margin: Amount;
  /** Opening fee, nights charged and nights due. */
  readonly fees: Amount;
};

export function figuresOf(position: Position, now: ContractNow): PositionFigures {
  const liquidation = liquidationPrice(position, now.overnightIndex);
  const nights = unpaidOvernight(position, now.overnightIndex);
  return {
    size: sizeOf(position),
    result: resultAt(position, now.index),
    returnOnMargin: returnOnMargin(position, now),
    equity: equityAt(position, now),
    risk: riskRate(position, now),
    liquidation,
    distance: liquidation === undefined ? undefined : distanceTo(liquidation, now.index),
    margin: subtract(position.margin, nights),
    fees: sum([position.openFee, position.overnightCharged, nights]),
  };
}

/** Of these figures, those that follow the price, if the price that liquidates the position is known. */
export type LiveFigures = Pick<PositionFigures, 'result' | 'returnOnMargin' | 'liquidation' | 'distance'>;

/** Computes only what a price changes: nights, and not prices, move the price that liquidates a position. */
export const liveFiguresOf = (position: Position, liquidation: Price | undefined, now: ContractNow): LiveFigures => ({
  result: resultAt(position, now.index),
  returnOnMargin: returnOnMargin(position, now),
  liquidation,
  distance: liquidation === undefined ? undefined : distanceTo(liquidation, now.index),
});

/** Returns a position's part in the sums of its account. */
export const worthOf = (position: Position, now: ContractNow): Pick<PositionFigures, 'margin' | 'result'> => ({
  margin: subtract(position.margin, unpaidOvernight(position, now.overnightIndex)),
  result: resultAt(position, now.index),
});

/** Returns how far a price is from the index, as a share of it, rounded towards zero: no distance looks larger than it is. */
export function distanceTo(price: Price, index: Price): Rate {
  const size = divideRounded(absolute(subtract(price, index) as bigint as Amount) * ONE, index, 'down');
  return (price < index ? -size : size) as Rate;
}

/** What closing some lots of a position would do at the price of now. */
export type ClosePreview = {
  readonly settlement: Settlement;
  /** What comes back beyond the margin: the result less closing fee and nights that are due. */
  readonly realised: Amount;
  readonly rest: Position | undefined;
};

/** Previews a close; undefined while the number of lots is not allowed. */
export function previewClose(
  position: Position,
  lots: Amount,
  { now, spreadRate, lotsMin }: { readonly now: ContractNow; readonly spreadRate: Rate; readonly lotsMin: Amount },
): ClosePreview | undefined {
  const quote = quoteAround(now.index, position.market, spreadRate);
  const split = splitPosition(position, lots, { lotsMin, quote, overnightIndex: now.overnightIndex });
  if (!split.ok) return undefined;
  const settlement = closePosition(split.value.part, quote, now.overnightIndex);
  return { settlement, realised: subtract(settlement.returned, settlement.margin), rest: split.value.rest };
}

/** Sums of a user's open positions, and what they leave available. */
export type AccountFigures = {
  readonly equity: Amount;
  readonly available: Amount;
  readonly margin: Amount;
  readonly result: Amount;
  /** Margin and results of all positions, as a share of their margin; undefined without positions. */
  readonly risk: Rate | undefined;
};

export function accountFiguresOf(
  available: Amount,
  positions: readonly Pick<PositionFigures, 'margin' | 'result'>[],
  held: Amount,
): AccountFigures {
  const margin = sum(positions.map((it) => it.margin));
  const result = sum(positions.map((it) => it.result));
  const worth = add(margin, result);
  return {
    equity: sum([available, held, worth]),
    available,
    margin,
    result,
    risk: margin <= ZERO ? undefined : ratio(max(worth, ZERO), margin, 'down'),
  };
}
