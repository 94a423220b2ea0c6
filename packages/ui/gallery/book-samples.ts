import { type Amount, type Price, parseDecimal } from '@app/money';
import type { BookLevel, BookLevels, BookSource, TapeRow, TapeSource } from '../src/index.ts';

const level = (price: string, amount: string): BookLevel => [parseDecimal<Price>(price), parseDecimal<Amount>(amount)];

const BIDS = '67842.0 0.2204 67841.3 0.0418 67840.0 0.912 67838.7 0.3311 67837.5 0.1076 67836.0 0.524 67835.2 0.074';
const ASKS = '67842.6 0.1933 67844.4 0.012 67845.1 0.289 67846.0 0.0631 67847.2 0.4075 67848.0 0.1542 67849.5 0.821';

/** Parses pairs of price and amount, and generates as many further levels as a feed would send. */
function levelsOf(text: string, away: number): readonly BookLevel[] {
  const labels = text.split(' ');
  const named = labels.flatMap((price, index) => (index % 2 === 0 ? [level(price, labels[index + 1] ?? '0')] : []));
  const far = Array.from({ length: 13 }, (_, index) =>
    level((67_842 + away * (9 + index * 1.3)).toFixed(1), (0.05 + ((index * 7) % 11) / 10).toFixed(4)),
  );
  return [...named, ...far];
}

const BOOK: BookLevels = { bids: levelsOf(BIDS, -1), asks: levelsOf(ASKS, 1) };
const UNHEARD = () => () => undefined;
const TICK_MS = 50;

export const STILL_BOOK: BookSource = { listen: UNHEARD, read: () => BOOK };
export const EMPTY_BOOK: BookSource = { listen: UNHEARD, read: () => ({ bids: [], asks: [] }) };
export const WAITED_BOOK: BookSource = { listen: UNHEARD, read: () => undefined };
/** An order book with fewer levels than rows. */
export const THIN_BOOK: BookSource = {
  listen: UNHEARD,
  read: () => ({ bids: BOOK.bids.slice(0, 3), asks: BOOK.asks.slice(0, 2) }),
};

/** An order book whose amounts differ on each read. */
export const LIVE_BOOK: BookSource = {
  listen: (onChange) => {
    const timer = setTimeout(onChange, TICK_MS); // Once: screenshots need a page that settles.
    return () => clearTimeout(timer);
  },
  read: () => ({ bids: BOOK.bids.map(moved), asks: BOOK.asks.map(moved) }),
};

const moved = ([price, amount]: BookLevel): BookLevel => [
  price,
  parseDecimal<Amount>((Number(amount / 10n ** 14n) / 10_000 + Math.random()).toFixed(4)),
];

const TRADES: readonly TapeRow[] = Array.from({ length: 12 }, (_, index) => ({
  id: `${index}`,
  time: `14:02:${String(59 - index * 3).padStart(2, '0')}`,
  price: `67,84${index % 7}.${index % 10}`,
  amount: `0.${String(index * 173 + 120).padStart(4, '0')}`,
  side: index % 3 === 0 ? 'sell' : 'buy',
  isHouse: index % 4 === 1,
}));
export const TAPE: TapeSource = { listen: UNHEARD, read: () => TRADES };
export const WAITED_TAPE: TapeSource = { listen: UNHEARD, read: () => undefined };
