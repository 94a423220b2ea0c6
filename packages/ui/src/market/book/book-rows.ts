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
import { groupLevels, groupPrice } from './group-levels.ts';

/** One line of a book as it is written. */
export type BookRow = {
  readonly price: Price;
  readonly priceText: string;
  readonly amountText: string;
  /** What is offered from the best price to this one, of the larger side's whole, 0 to 1. */
  readonly share: number;
  /** Whether an order of one's own is in it. */
  readonly isOwn: boolean;
};
export type BookRows = Readonly<Record<BookSide, readonly BookRow[]>>;

export type BookShape = {
  /** How many rows each side has. */
  readonly rows: Readonly<Record<BookSide, number>>;
  readonly step: Price;
  readonly precision: number;
  readonly lotPrecision: number;
  readonly own: readonly BookPosition[];
};

const DIGITS_MAX = 7;

/** What a book writes: grouped, cut to its rows, best first on both sides. */
export function bookRows({ bids, asks }: BookLevels, shape: BookShape): BookRows {
  const { step, rows } = shape;
  const shown = {
    bid: groupLevels(bids, { step, side: 'bid', most: rows.bid }),
    ask: groupLevels(asks, { step, side: 'ask', most: rows.ask }),
  };
  const sumOf = (levels: readonly BookLevel[]) => sum(levels.map(([, amount]) => amount));
  const largest = max(sumOf(shown.bid), sumOf(shown.ask));
  return { bid: writeSide('bid', shown.bid), ask: writeSide('ask', shown.ask) };

  function writeSide(side: BookSide, levels: readonly BookLevel[]): readonly BookRow[] {
    const places = Math.min(shape.precision, placesOf(step));
    const own = new Set(shape.own.filter((one) => one.side === side).map(({ price }) => groupPrice(price, step, side)));
    return levels.map(([price, amount], index) => ({
      price,
      priceText: showPrice(price, places),
      amountText: bookAmount(amount, shape.lotPrecision),
      share: largest === ZERO ? 0 : positionBetween(sumOf(levels.slice(0, index + 1)), ZERO, largest),
      isOwn: own.has(price),
    }));
  }
}

/** Seven digits fit beside a price on the narrowest phone: a large amount has fewer places. */
export function bookAmount(amount: Amount, lotPrecision: number): string {
  const whole = formatDecimal(amount).split('.', 1).join('').length;
  return whole > DIGITS_MAX ? showCompact(amount) : showAmount(amount, Math.min(lotPrecision, DIGITS_MAX - whole));
}

/** As many places as the step has: a book in steps of ten shows no cents. */
const placesOf = (step: Decimal): number => formatDecimal(step).split('.')[1]?.length ?? 0;
