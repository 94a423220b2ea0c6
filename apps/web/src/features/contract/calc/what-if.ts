import {
  type ContractMarket,
  type ContractTerms,
  closePosition,
  LOT_STEP,
  liquidatePosition,
  liquidationPrice,
  maximumLoss,
  openingCost,
  type Position,
  type PositionSide,
  priceForResult,
  quoteAround,
  quoteStepOf,
  resultAt,
  returnOnMargin,
} from '@app/domain/contract';
import {
  type Amount,
  add,
  divide,
  floorTo,
  isMultipleOf,
  type Price,
  type Rate,
  readDecimal,
  subtract,
  sum,
  ZERO,
} from '@app/money';

/** Rules that a calculation needs, from the rules in force. */
export type WhatIfRules = {
  readonly market: ContractMarket;
  readonly terms: ContractTerms;
  readonly spreadRate: Rate;
  readonly lotsMin: Amount;
  readonly leverageMax: number;
};

/** What a user types. The goal is a price to close at, or a result to reach. */
export type WhatIfInput = {
  readonly side: PositionSide;
  readonly leverage: string;
  /** In base units. */
  readonly size: string;
  readonly entry: string;
  readonly goal: 'exit' | 'result';
  readonly exit: string;
  readonly result: string;
};

export type WhatIfFault = 'leverage' | 'size' | 'entry' | 'exit' | 'result';

/** What closing at the goal would give. */
type WhatIfOutcome = {
  readonly exit: Price;
  /** Before fees. */
  readonly result: Amount;
  readonly returnOnMargin: Rate | undefined;
  readonly closeFee: Amount;
  /** After all fees. */
  readonly net: Amount;
  /** Whether the position would have been liquidated before it gets there; the figures are those of that. */
  readonly isLiquidated: boolean;
};

export type WhatIf = {
  readonly lots: Amount;
  readonly margin: Amount;
  readonly openFee: Amount;
  readonly maximumLoss: Amount;
  readonly liquidation: Price | undefined;
  /** Undefined until the goal is typed, or if no price reaches it. */
  readonly outcome: WhatIfOutcome | undefined;
};

/** Returns the field that cannot be used; an empty one is not a fault yet. */
export function faultOf(input: WhatIfInput, rules: WhatIfRules): WhatIfFault | undefined {
  const { leverage, size, entry, exit } = input;
  const isPrice = (text: string) => text === '' || priceOf(text, rules) !== undefined;
  if (leverage !== '' && leverageOf(leverage, rules) === undefined) return 'leverage';
  if (size !== '' && lotsOf(size, rules) === undefined) return 'size';
  if (!isPrice(entry)) return 'entry';
  if (input.goal === 'exit') return isPrice(exit) ? undefined : 'exit';
  const position = positionOf(input, rules);
  const wanted = wantedOf(input.result);
  if (position === undefined || wanted === undefined) return undefined;
  return priceForResult(position, wanted) === undefined ? 'result' : undefined;
}

/** Computes a position that is not opened; undefined until size, leverage and entry are typed. */
export function whatIf(input: WhatIfInput, rules: WhatIfRules): WhatIf | undefined {
  const position = positionOf(input, rules);
  if (position === undefined) return undefined;
  const exit = exitOf(input, position, rules);
  return {
    lots: position.lots,
    margin: position.margin,
    openFee: position.openFee,
    maximumLoss: maximumLoss(position),
    liquidation: liquidationPrice(position, NO_NIGHTS),
    outcome: exit === undefined ? undefined : outcomeAt(position, exit, rules),
  };
}

/** The calculation has no nights: nobody knows how many come. */
const NO_NIGHTS = 0n as Price;

function positionOf(input: WhatIfInput, rules: WhatIfRules): Position | undefined {
  const leverage = leverageOf(input.leverage, rules);
  const lots = lotsOf(input.size, rules);
  const entry = priceOf(input.entry, rules);
  if (leverage === undefined || lots === undefined || entry === undefined) return undefined;
  const cost = openingCost({ lots, leverage }, entry, { market: rules.market, rules });
  if (!cost.ok) return undefined;
  return {
    side: input.side,
    market: rules.market,
    lots,
    entry,
    leverage,
    margin: cost.value.margin,
    openFee: cost.value.fee,
    overnightSince: NO_NIGHTS,
    overnightCharged: ZERO,
    terms: rules.terms,
  };
}

function exitOf({ goal, exit, result }: WhatIfInput, position: Position, rules: WhatIfRules): Price | undefined {
  if (goal === 'exit') return priceOf(exit, rules);
  const wanted = wantedOf(result);
  return wanted === undefined ? undefined : priceForResult(position, wanted);
}

/** Closes at a price; at the liquidation price, by force, if that comes first. */
function outcomeAt(position: Position, exit: Price, { market, spreadRate }: WhatIfRules): WhatIfOutcome {
  const liquidation = liquidationPrice(position, NO_NIGHTS);
  const isLong = position.side === 'long';
  const isLiquidated = liquidation !== undefined && (isLong ? exit <= liquidation : exit >= liquidation);
  const settlement = isLiquidated
    ? liquidatePosition(
        position,
        { index: liquidation, overnightIndex: NO_NIGHTS },
        quoteAround(liquidation, market, spreadRate),
      )
    : closePosition(position, { bid: exit, ask: exit }, NO_NIGHTS);
  const { price, returned, margin, fee, liquidationFee } = settlement;
  return {
    exit: price,
    result: resultAt(position, price),
    returnOnMargin: returnOnMargin(position, { index: price, overnightIndex: NO_NIGHTS }),
    closeFee: add(fee, liquidationFee),
    net: subtract(returned, sum([margin, position.openFee])),
    isLiquidated,
  };
}

function leverageOf(text: string, { leverageMax }: WhatIfRules): number | undefined {
  const leverage = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return leverage >= 1 && leverage <= leverageMax ? leverage : undefined;
}

/** Returns a size in lots, rounded down to their step; undefined below the least. */
function lotsOf(text: string, { market, lotsMin }: WhatIfRules): Amount | undefined {
  const size = readDecimal<Amount>(text);
  if (size === undefined || size <= ZERO) return undefined;
  const lots = floorTo(divide(size, market.multiplier as bigint as Rate, 'down'), LOT_STEP);
  return lots < lotsMin ? undefined : lots;
}

/** Returns a price that the platform can quote; undefined for anything else. */
function priceOf(text: string, { market }: WhatIfRules): Price | undefined {
  const price = readDecimal<Price>(text);
  return price !== undefined && price > 0n && isMultipleOf(price, quoteStepOf(market)) ? price : undefined;
}

const wantedOf = (text: string): Amount | undefined => readDecimal<Amount>(text);
