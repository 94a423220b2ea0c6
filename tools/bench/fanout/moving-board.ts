import type { Market } from '@app/domain/market';
import { type Amount, type Price, parseDecimal } from '@app/money';
import type { Board } from '@app/server/modules/market';

type Quote = ReturnType<Board['quotes']>[number];

type Named = Pick<Market, 'id' | 'symbol'>;
type Pace = { readonly markets: readonly Named[]; readonly everyMs: number };

/** Full production rate. */
const USUAL: Pace = {
  markets: Array.from({ length: 65 }, (_, index) => ({ id: index + 1, symbol: `MARKET${index + 1}/USDT` })),
  everyMs: 200,
};

/** Creates a board on which every market's price changes with every block, which gives the largest possible frames. */
export function createMovingBoard({ markets, everyMs }: Pace = USUAL) {
  const blocks: (readonly [number, number])[] = [];
  const listeners = new Set<() => void>();
  let quotes: readonly Quote[] = markets.map(startOf);
  let dueMs = Date.now() + everyMs;
  // A block is dated by its due time, not by when a busy process got to it: that wait is part of the delay.
  const move = () => {
    blocks.push([blocks.length + 1, dueMs]);
    quotes = quotes.map((quote) => moved(quote, dueMs));
    for (const listener of listeners) listener();
    dueMs += everyMs;
    timer = setTimeout(move, dueMs - Date.now());
  };
  let timer = setTimeout(move, everyMs);
  const board: Pick<Board, 'quotes' | 'blockNumber' | 'onBlocks'> = {
    quotes: () => quotes,
    blockNumber: () => blocks.length,
    onBlocks: (listener) => {
      const onMove = () => listener([]);
      listeners.add(onMove);
      return () => void listeners.delete(onMove);
    },
  };
  /** Moves once more and stops; returns the final block and prices. */
  const end = () => {
    clearTimeout(timer);
    dueMs = Date.now();
    move();
    clearTimeout(timer);
    return { block: blocks.length, prices: quotes.map((quote) => [quote.market.id, String(quote.price)] as const) };
  };
  return { board, blocks, end };
}

const price = (cents: number) => parseDecimal<Price>((cents / 100).toFixed(2));

function startOf({ id, symbol }: Named): Quote {
  const market = { id, symbol } as Market; // Only these fields of the market are sent.
  const low24h = price(6_700_000);
  const high24h = price(6_950_000);
  return {
    market,
    price: price(6_800_000 + id),
    seq: 0,
    atMs: Date.now(),
    state: 'open',
    isSimulated: true,
    open24h: price(6_800_000),
    high24h,
    low24h,
    volume24h: parseDecimal<Amount>('12345.678'),
  };
}

const moved = (quote: Quote, atMs: number): Quote => ({
  ...quote,
  atMs,
  seq: quote.seq + 1,
  price: price(6_800_000 + Math.floor(Math.random() * 100_000)),
});
