import { type BookOrder, createBook, type Terms } from '@app/matching';
import { OrderBook, Side } from 'nodejs-order-book';
import { seeded } from '../../trial/random.ts';

const MID = 50_000;
const REST: Terms = { remainder: 'rest' };
const CANCEL: Terms = { remainder: 'cancel' };

/** One order for either order book: a limit order, or a market order as in the package's own benchmark. */
export type Spam = {
  readonly side: 'buy' | 'sell';
  readonly price: number;
  readonly lots: number;
  readonly isMarket: boolean;
};

/** Makes new orders at random prices on both sides of the mid price; few of them match. */
export function makeInserts(seed: number, count: number): Spam[] {
  const below = seeded(seed);
  return Array.from({ length: count }, () => {
    const side = below(2) === 0 ? 'buy' : 'sell';
    const reach = 2 - below(5_000);
    return { side, price: side === 'buy' ? MID + reach : MID - reach, lots: 1 + below(99), isMarket: false };
  });
}

/**
 * Makes orders as in the package's own benchmark: bids around a mean, each followed by a market order that takes half
 * as much.
 */
export function makeTrades(seed: number, count: number): Spam[] {
  const below = seeded(seed);
  return Array.from({ length: count }, (_, index) =>
    index % 2 === 0
      ? { side: 'buy', price: MID - 500 + below(500) + below(500), lots: 100, isMarket: false }
      : { side: 'sell', price: 1, lots: 40 + below(20), isMarket: true },
  );
}

/** Result of a run: its speed, and the remaining depth, so that no contestant is fast by doing something else. */
export type Outcome = { readonly perSecond: number; readonly left: string };

export function spamOurs(spam: readonly Spam[]): Outcome {
  const orders = spam.map(({ side, price, lots }, index): BookOrder => {
    return { id: (1n << 61n) + BigInt(index) * 4_099n, owner: BigInt(index), side, price, open: lots };
  });
  const terms = spam.map(({ isMarket }) => (isMarket ? CANCEL : REST));
  const book = createBook();
  const startedMs = performance.now();
  for (const [index, order] of orders.entries()) book.apply(order, book.plan(order, terms[index] ?? REST));
  const perSecond = (spam.length * 1000) / (performance.now() - startedMs);
  const depth = (side: 'buy' | 'sell') =>
    book.levels(side, spam.length).map(({ price, lots }) => [price, lots] as const);
  return { perSecond, left: describeDepth(depth('sell'), depth('buy')) };
}

export function spamPackage(spam: readonly Spam[]): Outcome {
  const sent = spam.map(({ side, price, lots, isMarket }, index) => ({
    isMarket,
    options: { id: String(index), side: side === 'buy' ? Side.BUY : Side.SELL, size: lots, price },
  }));
  const book = new OrderBook();
  const startedMs = performance.now();
  for (const { isMarket, options } of sent) {
    if (isMarket) book.market(options);
    else book.limit(options);
  }
  const perSecond = (spam.length * 1000) / (performance.now() - startedMs);
  const [asks, bids] = book.depth();
  return { perSecond, left: describeDepth(asks, bids) };
}

function describeDepth(...sides: readonly (readonly (readonly [number, number])[])[]): string {
  return JSON.stringify(sides.map((levels) => [...levels].sort((one, other) => one[0] - other[0])));
}
