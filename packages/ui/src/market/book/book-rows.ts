import {
  type Amount,
  type Decimal,
  formatDecimal,
  max,
  type Price,
  showAmount,
  showCompact,
  showPrice,
  sum,
  ZERO,
} from '@app/money';
import { positionBetween } from '../../data/geometry.ts';
import type { BookLevel, BookLevels, BookPosition, BookSide } from './book-source.ts';
import { groupLevels, groupPrice, nearLevels } from './group-levels.ts';

/** One row of an order book as displayed. */
export type BookRow = {
  readonly price: Price;
  readonly priceText: string;
  readonly amountText: string;
  /** Cumulative amount from the best price to this one, as a share (0 to 1) of the larger side's total near the mid. */
  readonly share: number;
  /** Whether one of the user's own orders is in it. */
  readonly isOwn: boolean;
};
export type BookRows = Readonly<Record<BookSide, readonly BookRow[]>>;

export type BookShape = {
  /** Row count of each side. */
  readonly rows: Readonly<Record<BookSide, number>>;
  readonly step: Price;
  readonly precision: number;
  readonly lotPrecision: number;
  readonly own: readonly BookPosition[];
};

const DIGITS_MAX = 7;

/** Returns the displayed rows of an order book: grouped, cut to the row count, best first on both sides. */
export function bookRows({ bids, asks }: BookLevels, shape: BookShape): BookRows {
  const { step, rows } = shape;
  const shown = {
    bid: groupLevels(bids, { step, side: 'bid', most: rows.bid }),
    ask: groupLevels(asks, { step, side: 'ask', most: rows.ask }),
  };
  const sumOf = (levels: readonly BookLevel[]) => sum(levels.map(([, amount]) => amount));
  const near = nearLevels({ bids: shown.bid, asks: shown.ask });
  const largest = max(sumOf(near.bids), sumOf(near.asks));
  return { bid: writeSide('bid', shown.bid), ask: writeSide('ask', shown.ask) };

  function writeSide(side: BookSide, levels: readonly BookLevel[]): readonly BookRow[] {
    const places = Math.min(shape.precision, placesOf(step));
    const own = new Set(shape.own.filter((one) => one.side === side).map(({ price }) => groupPrice(price, step, side)));
    return levels.map(([price, amount], index) => ({
      price,
      priceText: showPrice(price, places),
      amountText: bookAmount(amount, shape.lotPrecision),
      share: largest === ZERO ? 0 : Math.min(1, positionBetween(sumOf(levels.slice(0, index + 1)), ZERO, largest)),
      isOwn: own.has(price),
    }));
  }
}

/**
 * Formats an amount to at most seven digits, which fit beside a price on the narrowest phone: larger amounts get fewer
 * decimals.
 */
export function bookAmount(amount: Amount, lotPrecision: number): string {
  const whole = formatDecimal(amount).split('.', 1).join('').length;
  return whole > DIGITS_MAX ? showCompact(amount) : showAmount(amount, Math.min(lotPrecision, DIGITS_MAX - whole));
}

/** Returns the number of decimals of the step: an order book in steps of ten shows no cents. */
const placesOf = (step: Decimal): number => formatDecimal(step).split('.')[1]?.length ?? 0;
