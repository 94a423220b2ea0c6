import {
  ceilDivide,
  type HeldPosition,
  isBankruptcyPrice,
  isLiquidated,
  isLiquidationPrice,
  LOT_STEP,
  notionalAt,
  quoteAround,
  smaller,
  timesUp,
} from './contract-figures.ts';

/** An opening with all inputs of its rule; amounts, prices and rates are integers of 10⁻¹⁸. */
export type Opening = {
  readonly kind: 'open';
  readonly position: HeldPosition;
  readonly leverage: number;
  readonly fee: bigint;
  readonly series: string;
  readonly order: { readonly kind: string; readonly limit: bigint | null };
  /** Index price of the tick. */
  readonly index: bigint;
  readonly spreadRate: bigint;
  readonly prices: { readonly liquidation: bigint | null; readonly bankruptcy: bigint | null };
};
export type OpenFinding = keyof typeof OPEN_RULE_CHECKS;

export const isSide = (side: string): boolean => side === 'long' || side === 'short';
export const isSeries = (series: string): boolean => series === 'perp' || Number.isFinite(dayStart(series));
export const isSize = (lots: bigint): boolean => lots > 0n && lots % LOT_STEP === 0n;

/** Returns 00:00 UTC of a day such as `2026-12-25`, in milliseconds; NaN for anything else. */
export function dayStart(day: string): number {
  const atMs = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return Number.isFinite(atMs) && new Date(atMs).toISOString().startsWith(day) ? atMs : Number.NaN;
}

export const OPEN_RULE_CHECKS = {
  /** It is an order that can be given: a whole leverage, lots on their step, and a limit only for a limit order. */
  form: ({ position: { side, lots, priceTick }, leverage, series, order: { kind, limit } }: Opening) =>
    isSide(side) &&
    isSize(lots) &&
    isSeries(series) &&
    Number.isSafeInteger(leverage) &&
    leverage >= 1 &&
    (kind === 'limit' ? limit !== null && limit > 0n && limit % priceTick === 0n : isMarketOrder(kind, limit)),
  /** It opened at the platform's price of its tick, and never beyond its limit. */
  entry: (opening: Opening) => entriesOf(opening).includes(opening.position.entry),
  /** The margin is the notional divided by the leverage, rounded up. */
  margin: ({ position, leverage }: Opening) =>
    position.margin === ceilDivide(notionalAt(position, position.entry), BigInt(leverage)),
  /** The fee is its published share of the notional, rounded up. */
  fee: ({ position, fee }: Opening) =>
    fee === timesUp(notionalAt(position, position.entry), position.terms.openFeeRate),
  /** The prices of liquidation and bankruptcy are those of its terms, to the tick. */
  prices: ({ position, prices }: Opening) =>
    isLiquidationPrice(position, prices.liquidation, position.overnightSince) &&
    isBankruptcyPrice(position, prices.bankruptcy, position.overnightSince),
  /** It was not opened to be liquidated at once. */
  alive: ({ position, index }: Opening) => !isLiquidated(position, index, position.overnightSince),
};

const isMarketOrder = (kind: string, limit: bigint | null) =>
  (kind === 'market' || kind === 'reverse') && limit === null;

/**
 * Returns the prices at which an order opens at a tick. A market order opens at the ask or bid. A limit order opens there
 * too if that is within its limit, and else at its limit as soon as the index reaches it. A short that would open above
 * its limit needs more than it held, and may open at its limit if its user has no more.
 */
export function entriesOf({ position, order, index, spreadRate }: EntryInput): bigint[] {
  const { bid, ask } = quoteAround(index, position.priceTick, spreadRate);
  const { limit } = order;
  if (position.side === 'long') {
    if (limit === null) return [ask];
    return index <= limit ? [smaller(ask, limit)] : [];
  }
  if (limit === null) return [bid];
  if (index < limit) return [];
  return bid > limit ? [bid, limit] : [limit];
}
type EntryInput = Pick<Opening, 'order' | 'index' | 'spreadRate'> & {
  readonly position: Pick<HeldPosition, 'side' | 'priceTick'>;
};
