import { type Amount, max, parseDecimal, ZERO } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Order } from '../../../data/account/orders.ts';
import { applyOrders, createOrderUpdateCache, hasGained, isForward } from './apply-orders.ts';

const units = (text: string) => parseDecimal<Amount>(text);
/** Builds an order with only the fields these rules read. */
const order = (id: number, change: Partial<Order> = {}) =>
  ({ id: BigInt(id), status: 'open', reason: null, filled: units('0'), ...change }) as Order;
const ids = (orders: readonly Order[]) => orders.map(({ id }) => Number(id));

describe('the list of open orders', () => {
  const open = [order(9), order(5), order(2)];

  it('given a new order, when its update arrives, then it is inserted by age', () => {
    expect(ids(applyOrders(open, [order(11), order(7)]))).toEqual([11, 9, 7, 5, 2]);
  });

  it('given an order that is partly filled, when its update arrives, then its row is replaced', () => {
    expect(applyOrders(open, [order(5, { filled: units('0.5') })])[1]?.filled).toBe(units('0.5'));
  });

  it.each(['filled', 'cancelled'] as const)(
    'given an order that is %s, when its update arrives, then it is removed',
    (status) => {
      expect(ids(applyOrders(open, [order(5, { status })]))).toEqual([9, 2]);
    },
  );

  it('given updates that are not new, when they arrive, then the same list instance is returned', () => {
    expect(applyOrders(open, [order(5), order(3, { status: 'cancelled' })])).toBe(open);
    const filled = [order(5, { filled: units('0.5') })];
    expect(applyOrders(filled, [order(5, { filled: units('0.4') })])).toBe(filled);
  });
});

const life = fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 8 }).map((steps) => {
  let filled = 0;
  const states = steps.map((step) => {
    filled += step;
    return order(1, { filled: units(String(filled)) });
  });
  return [...states, order(1, { filled: units(String(filled)), status: 'cancelled' })];
});

describe('the cache of order updates', () => {
  it('only moves an order forward, whatever the sequence and number of updates', () => {
    fc.assert(
      fc.property(life, fc.array(fc.nat({ max: 8 }), { maxLength: 30 }), (states, places) => {
        const cache = createOrderUpdateCache();
        const updates = places.flatMap((place) => states[place] ?? []);
        const taken = updates.flatMap((state) => cache.take([state]).map(({ order: it }) => it));
        for (const [index, it] of taken.entries()) {
          const before = taken[index - 1];
          if (before === undefined) continue;
          expect(it.filled >= before.filled).toBe(true);
          expect(before.status === 'open' || it.filled > before.filled).toBe(true);
        }
        const most = updates.reduce((all, { filled }) => max(all, filled), ZERO);
        expect(taken.at(-1)?.filled ?? 0n).toBe(most);
      }),
    );
  });

  it('given a closed order, when an update with the same fill reports it open, then it is stale', () => {
    expect(isForward(order(1, { status: 'filled', filled: units('1') }), order(1, { filled: units('1') }))).toBe(false);
    expect(isForward(order(1, { filled: units('1') }), order(1, { status: 'filled', filled: units('1') }))).toBe(true);
  });

  it('given more orders than the cache holds, when updates arrive, then the oldest are evicted', () => {
    const cache = createOrderUpdateCache();
    cache.take(Array.from({ length: 501 }, (_, index) => order(index)));
    expect(cache.take([order(500)])).toEqual([]);
    expect(cache.take([order(0)])).toHaveLength(1);
  });
});

describe('an order update', () => {
  const part = { filled: units('0.5') };
  it.each([
    ['was placed', undefined, order(1), false],
    ['was filled at once', undefined, order(1, { ...part, status: 'filled' }), true],
    ['is filled in part, of which nothing was known', undefined, order(1, part), true],
    ['was cut short at once', undefined, order(1, { ...part, status: 'cancelled', reason: 'remainder' }), true],
    [
      'was cancelled by hand after older fills',
      undefined,
      order(1, { ...part, status: 'cancelled', reason: 'user' }),
      false,
    ],
    ['was closed by a reset', undefined, order(1, { ...part, status: 'cancelled', reason: 'reset' }), false],
    ['is filled further', order(1, part), order(1, { filled: units('0.6') }), true],
    ['was cancelled as it was', order(1, part), order(1, { ...part, status: 'cancelled', reason: 'user' }), false],
  ] as const)('given one that %s, then it reports whether the order gained fills', (_what, before, now, gained) => {
    expect(hasGained(before, now)).toBe(gained);
  });
});
