import type { Side } from './book.ts';

// Comparisons rather than tables: looking a key up that changes is slow, and these are asked several times an order.

export const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');

/** A price as a number that rises as it gets better for whoever takes it: one comparison serves both sides. */
export const rankOf = (side: Side, price: number) => (side === 'buy' ? price : -price);

/** Whether an order on `side` with this limit accepts a price of the other side. */
export const accepts = (side: Side, limit: number, price: number) => (side === 'buy' ? price <= limit : price >= limit);

/** Sorts prices of one side, best first. */
export const bestFirst = (side: Side) => (one: number, other: number) => rankOf(side, other) - rankOf(side, one);
