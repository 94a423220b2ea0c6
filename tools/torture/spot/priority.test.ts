import { describe, expect, it } from 'vitest';
import { type FillRow, findPriorityBreaches, type OrderRow } from './priority.ts';

const order = (id: bigint, price: bigint, fields: Partial<OrderRow> = {}): OrderRow => ({
  id,
  book: 'demo',
  market: 1,
  side: 'sell',
  price,
  status: 'open',
  at: id,
  closedAt: undefined,
  ...fields,
});

/** A buyer's fill; ids of orders are the times at which they were placed. */
const fill = (id: bigint, makerOrder: bigint | undefined, price: bigint, fields: Partial<FillRow> = {}): FillRow => ({
  id,
  book: 'demo',
  market: 1,
  side: 'buy',
  price,
  takerOrder: id - 1n,
  makerOrder,
  at: id,
  ...fields,
});

const filled = { status: 'filled', closedAt: 1_000n };

describe('price-time priority of fills', () => {
  it('given makers filled by price and then by id, when it is checked, then nothing is found', () => {
    const orders = [order(1n, 101n), order(2n, 100n, filled), order(3n, 100n, filled), order(4n, 100n)];
    const fills = [fill(20n, 2n, 100n), fill(21n, 3n, 100n, { takerOrder: 19n }), fill(30n, 4n, 100n)];
    expect(findPriorityBreaches(orders, fills)).toEqual([]);
  });

  it('given a newer order filled before an older one at its price, when it is checked, then it is found', () => {
    const orders = [order(1n, 100n), order(2n, 100n), order(3n, 100n, filled)];
    expect(findPriorityBreaches(orders, [fill(20n, 3n, 100n)])).toEqual([
      { fill: 20n, passed: 1n },
      { fill: 20n, passed: 2n },
    ]);
  });

  it.each([
    ['sell', 99n],
    ['buy', 101n],
  ] as const)('given a better %s order that was passed, when it is checked, then it is found', (side, price) => {
    const orders = [order(1n, 100n, { side, ...filled }), order(2n, price, { side })];
    const fills = [fill(20n, 1n, 100n, { side: side === 'sell' ? 'buy' : 'sell' })];
    expect(findPriorityBreaches(orders, fills)).toEqual([{ fill: 20n, passed: 2n }]);
  });

  it('given an order that was passed and filled later, when it is checked, then it is found', () => {
    const orders = [order(1n, 100n, filled), order(2n, 100n, filled)];
    const fills = [fill(20n, 2n, 100n), fill(30n, 1n, 100n)];
    expect(findPriorityBreaches(orders, fills)).toEqual([{ fill: 20n, passed: 1n }]);
  });

  it('given an order that was passed and cancelled later, when it is checked, then it is found', () => {
    const orders = [order(1n, 100n, { status: 'cancelled', closedAt: 25n }), order(2n, 100n, filled)];
    expect(findPriorityBreaches(orders, [fill(20n, 2n, 100n)])).toEqual([{ fill: 20n, passed: 1n }]);
  });

  it('given an order cancelled before the fill, or at its time, when it is checked, then nothing is found', () => {
    const cancelled = { status: 'cancelled', closedAt: 20n };
    const orders = [order(1n, 100n, { ...cancelled, closedAt: 15n }), order(2n, 100n, cancelled), order(3n, 100n)];
    expect(findPriorityBreaches(orders, [fill(20n, 3n, 100n)])).toEqual([]);
  });

  it('given a better order of the same batch that came after the taker, when it is checked, then nothing is found', () => {
    const orders = [order(1n, 100n), order(12n, 99n)];
    expect(findPriorityBreaches(orders, [fill(20n, 1n, 100n, { takerOrder: 11n })])).toEqual([]);
  });

  it('given the house served at the price of an order, when it is checked, then it is found', () => {
    const orders = [order(1n, 100n), order(2n, 101n)];
    expect(findPriorityBreaches(orders, [fill(20n, undefined, 100n)])).toEqual([{ fill: 20n, passed: 1n }]);
    expect(findPriorityBreaches(orders, [fill(20n, undefined, 99n)])).toEqual([]);
  });

  it('given the house as a taker that passes an older order, when it is checked, then it is found', () => {
    const orders = [order(1n, 100n), order(2n, 100n, filled), order(3n, 99n, { at: 20n })];
    const fills = [fill(20n, 2n, 100n, { takerOrder: undefined })];
    expect(findPriorityBreaches(orders, fills)).toEqual([{ fill: 20n, passed: 1n }]);
  });

  it('given better orders of another market, mode or side, when it is checked, then nothing is found', () => {
    const orders = [
      order(1n, 100n, filled),
      order(2n, 99n, { market: 2 }),
      order(3n, 99n, { book: 'real' }),
      order(4n, 99n, { side: 'buy' }),
    ];
    expect(findPriorityBreaches(orders, [fill(20n, 1n, 100n)])).toEqual([]);
  });

  it('given two thousand orders and fills, when they are checked, then the one that was passed is found', () => {
    const count = 2_000;
    const ids = Array.from({ length: count }, (_, n) => BigInt(n + 1));
    const orders = ids.map((id) => order(id, 1_000n + (id % 50n), filled));
    const served = [...orders].sort((a, b) => (a.price === b.price ? Number(a.id - b.id) : Number(a.price - b.price)));
    const [first, second, ...others] = served;
    const swapped = [second, first, ...others].filter((it) => it !== undefined);
    const takers = (n: number) => BigInt(count + 2 * n + 1);
    const fills = swapped.map(({ id, price }, n) =>
      fill(takers(n) + 1n, id, price, { takerOrder: takers(n), at: takers(n) }),
    );
    const breaches = findPriorityBreaches(orders, fills);
    expect(breaches.length).toBe(1);
    expect(breaches[0]).toEqual({ fill: fills[0]?.id, passed: first?.id });
  });
});
