import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ORDER_REASONS } from './order.ts';
import { AT_ONCE_MS, orderNotice } from './order-notice.ts';

const PLACED = 1_790_000_000_000;
const times = fc.nat(10 * AT_ONCE_MS);
const kinds = fc.constantFrom('limit' as const, 'market' as const);

describe('the notice of an order', () => {
  it('is written for an order that filled after it rested, and for no other filled order', () => {
    fc.assert(
      fc.property(kinds, times, (kind, later) => {
        const order = { status: 'filled', kind, reason: undefined, atMs: PLACED, closedAtMs: PLACED + later } as const;
        expect(orderNotice(order)).toBe(later > AT_ONCE_MS ? 'order_filled' : undefined);
      }),
    );
  });

  it('is never written for an open order, nor for what its owner did', () => {
    fc.assert(
      fc.property(kinds, times, fc.constantFrom('user' as const, 'reset' as const), (kind, later, reason) => {
        const closedAtMs = PLACED + later;
        expect(orderNotice({ status: 'cancelled', kind, reason, atMs: PLACED, closedAtMs })).toBeUndefined();
        const open = { status: 'open', kind, reason: undefined, atMs: PLACED, closedAtMs: undefined } as const;
        expect(orderNotice(open)).toBeUndefined();
      }),
    );
  });

  it('is written for every other cancellation, at once or not, except the remainder of an immediate limit order', () => {
    const byOthers = ORDER_REASONS.filter((reason) => reason !== 'user' && reason !== 'reset');
    fc.assert(
      fc.property(kinds, times, fc.constantFrom(...byOthers), (kind, later, reason) => {
        const order = { status: 'cancelled', kind, reason, atMs: PLACED, closedAtMs: PLACED + later } as const;
        const isAskedFor = reason === 'remainder' && kind === 'limit';
        expect(orderNotice(order)).toBe(isAskedFor ? undefined : 'order_cancelled');
      }),
    );
  });
});
