import type { Side } from './book.ts';

// Comparisons instead of lookup tables: a lookup by a varying key is slow, and these run several times per order.

export const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');

/** Ranks a price so that a greater number is better for the taker: one comparison serves both sides. */
export const rankOf = (side: Side, price: number) => (side === 'buy' ? price : -price);

/** Returns whether an order on `side` with this limit accepts a price of the other side. */
export const accepts = (side: Side, limit: number, price: number) => (side === 'buy' ? price <= limit : price >= limit);

/** Sorts prices of one side, best first. */
export const bestFirst = (side: Side) => (one: number, other: number) => rankOf(side, other) - rankOf(side, one);
