import { type Amount, max, parseDecimal, ZERO } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Order } from '../../../shared/orders.ts';
import { applyOrders, isForward } from './apply-orders.ts';
import { createOrderUpdateCache } from './order-update-cache.ts';
import { hasGained } from './own-fills.ts';

const units = (text: string) => parseDecimal<Amount>(text);
/** An order as far as these rules look at it. */
const order = (id: number, change: Partial<Order> = {}) =>
  ({ id: BigInt(id), status: 'open', reason: null, filled: units('0'), ...change }) as Order;
const ids = (orders: readonly Order[]) => orders.map(({ id }) => Number(id));

describe('the list of open orders', () => {
  const open = [order(9), order(5), order(2)];

  it('given a new order, when it is heard of, then it stands by its age', () => {
    expect(ids(applyOrders(open, [order(11), order(7)]))).toEqual([11, 9, 7, 5, 2]);
  });

  it('given one that is filled in part, when it is heard of, then its row is replaced', () => {
    expect(applyOrders(open, [order(5, { filled: units('0.5') })])[1]?.filled).toBe(units('0.5'));
  });

  it.each(['filled', 'cancelled'] as const)('given one that is %s, when it is heard of, then it is gone', (status) => {
    expect(ids(applyOrders(open, [order(5, { status })]))).toEqual([9, 2]);
  });

  it('given news that are not new, when they come, then the very same list stays', () => {
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

describe('what was heard of an order', () => {
  it('only ever moves forward, in whatever order and however often it is told', () => {
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

  it('given a closed order, when it is said to be open as it was, then that is old', () => {
    expect(isForward(order(1, { status: 'filled', filled: units('1') }), order(1, { filled: units('1') }))).toBe(false);
    expect(isForward(order(1, { filled: units('1') }), order(1, { status: 'filled', filled: units('1') }))).toBe(true);
  });

  it('given more orders than anybody has, when they are heard of, then the oldest news are forgotten', () => {
    const cache = createOrderUpdateCache();
    cache.take(Array.from({ length: 501 }, (_, index) => order(index)));
    expect(cache.take([order(500)])).toEqual([]);
    expect(cache.take([order(0)])).toHaveLength(1);
  });
});

describe('news of an order', () => {
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
  ] as const)('given one that %s, then it is known whether it gained', (_what, before, now, gained) => {
    expect(hasGained(before, now)).toBe(gained);
  });
});
