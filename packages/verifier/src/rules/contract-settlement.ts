import {
  ceilDivide,
  type HeldPosition,
  isLiquidated,
  nightsOf,
  notionalAt,
  orNothing,
  quoteAround,
  resultAt,
  smaller,
  timesUp,
  unpaidNights,
} from './contract-figures.ts';
import { isSeries, isSide, isSize } from './contract-open.ts';

/** How the money of an ended position is divided. */
export type Division = {
  readonly price: bigint;
  readonly lots: bigint;
  readonly margin: bigint;
  readonly result: bigint;
  readonly overnight: bigint;
  readonly overnightReturned: bigint;
  readonly fee: bigint;
  readonly liquidationFee: bigint;
  readonly returned: bigint;
  readonly shortfall: bigint;
};
/** The end of a position or part, with all inputs of its rule; amounts, prices and rates are integers of 10⁻¹⁸. */
export type Ending = {
  readonly kind: 'settlement';
  readonly cause: string;
  readonly division: Division;
  readonly byInsurance: bigint;
  readonly byCapital: bigint;
  readonly part: HeldPosition;
  readonly rest: Pick<HeldPosition, 'lots' | 'margin' | 'overnightCharged'> | null;
  readonly series: string;
  readonly stopLoss: bigint | null;
  readonly takeProfit: bigint | null;
  readonly overnightIndex: bigint;
  /** Index price of the tick that filled it, and of the one that fired its stop. */
  readonly index: bigint;
  readonly firedAt: bigint | null;
  readonly spreadRate: bigint;
};
export type SettlementFinding = keyof typeof SETTLEMENT_RULE_CHECKS;

/** Rounding may move so many units of margin between a part and the rest. */
const UNITS_MAX = 10n;

export const SETTLEMENT_RULE_CHECKS = {
  form: ({ part: { side, lots, margin }, rest, series, division }: Ending) =>
    isSide(side) &&
    isSize(lots) &&
    isSeries(series) &&
    (rest === null || isSize(rest.lots)) &&
    division.lots === lots &&
    division.margin === margin,
  /** Something ended it: its user, its stop at or through its price, too little margin, or its day of delivery. */
  cause: (ending: Ending) => {
    const { cause, firedAt, part, series } = ending;
    if (cause === 'stop') return isFired(firedAt, ending.stopLoss, part.side === 'long');
    if (cause === 'profit') return isFired(firedAt, ending.takeProfit, part.side === 'short');
    if (firedAt !== null) return false;
    if (cause === 'liquidation') return isLiquidated(wholeOf(ending), ending.index, ending.overnightIndex);
    return cause === 'delivery' ? series !== 'perp' : cause === 'user' || cause === 'reverse';
  },
  /** A position that is forced to close in part is not forced any further at the same tick. */
  reduced: (ending: Ending) => {
    if (ending.cause !== 'liquidation' || ending.rest === null) return true;
    return !isLiquidated({ ...ending.part, ...ending.rest }, ending.index, ending.overnightIndex);
  },
  /** It closed at the platform's price of its tick; a delivery at the index itself. */
  price: (ending: Ending) => ending.division.price === exitOf(ending),
  /** The part got its share of margin, and of the nights that were charged. */
  share: ({ part, rest }: Ending) => {
    if (rest === null) return true;
    const lots = part.lots + rest.lots;
    const margin = ((part.margin + rest.margin) * part.lots) / lots;
    const moved = part.margin - margin;
    const charged = ceilDivide((part.overnightCharged + rest.overnightCharged) * part.lots, lots);
    return moved <= UNITS_MAX && moved >= -UNITS_MAX && part.overnightCharged === charged;
  },
  /** No night was charged twice; a part may have one unit in advance. */
  charged: ({ part, overnightIndex }: Ending) => part.overnightCharged <= nightsOf(part, overnightIndex) + 1n,
  result: ({ part, division }: Ending) => division.result === resultAt(part, division.price),
  /** Loss first, then the nights that are due, closing fee and liquidation fee; the user gets all that is left. */
  divided: (ending: Ending) => {
    const { division } = ending;
    const expected = divide(ending, division.price, division.result);
    return AMOUNTS.every((name) => division[name] === expected[name]);
  },
  /** Insurance fund and capital pay no more than the loss beyond the margin. The user pays none of it. */
  covered: ({ division, byInsurance, byCapital }: Ending) => byInsurance + byCapital <= division.shortfall,
};

const AMOUNTS = ['overnight', 'overnightReturned', 'fee', 'liquidationFee', 'returned', 'shortfall'] as const;

/** Whether a tick was at or through a price: at or below it, or at or above it. */
const isFired = (index: bigint | null, price: bigint | null, isBelow: boolean) =>
  index !== null && price !== null && (isBelow ? index <= price : index >= price);

const wholeOf = ({ part, rest }: Ending): HeldPosition => ({
  ...part,
  lots: part.lots + (rest?.lots ?? 0n),
  margin: part.margin + (rest?.margin ?? 0n),
  overnightCharged: part.overnightCharged + (rest?.overnightCharged ?? 0n),
});

type Exit = Pick<Ending, 'cause' | 'part' | 'index' | 'spreadRate' | 'overnightIndex'>;

/** Returns the price at which a position ends. */
export function exitOf({ cause, part, index, spreadRate }: Exit): bigint {
  if (cause === 'delivery') return index;
  const { bid, ask } = quoteAround(index, part.priceTick, spreadRate);
  return part.side === 'long' ? bid : ask;
}

/**
 * Divides the money of a position that ends at a price. Fees are rounded up and take no more than what is left. A loss
 * beyond the margin first takes back the nights that were charged; what is missing then is the shortfall.
 */
export function divide({ cause, part, overnightIndex }: Exit, price: bigint, result = resultAt(part, price)): Division {
  const { lots, margin, terms } = part;
  const notional = notionalAt(part, price);
  const worth = margin + result;
  const overnight = smaller(unpaidNights(part, overnightIndex), orNothing(worth));
  const fee = smaller(timesUp(notional, terms.closeFeeRate), orNothing(worth) - overnight);
  const rate = cause === 'liquidation' ? terms.liquidationFeeRate : 0n;
  const liquidationFee = smaller(timesUp(notional, rate), orNothing(worth) - overnight - fee);
  const returned = orNothing(worth) - overnight - fee - liquidationFee;
  const overnightReturned = smaller(orNothing(-worth), part.overnightCharged);
  const shortfall = orNothing(-worth) - overnightReturned;
  return {
    price,
    lots,
    margin,
    result,
    overnight,
    overnightReturned,
    fee,
    liquidationFee,
    returned,
    shortfall,
  };
}
