import type { PendingCall } from '@app/client/call';
import { describe, expect, it } from 'vitest';
import { isAwaited, unresolvedOrders, verdictOn } from './pending-orders.ts';

const NOW = 1_800_000_000_000;
const call = (change: Partial<PendingCall> = {}): PendingCall => ({
  key: 'k',
  scope: '7:demo',
  path: '/coin/trade',
  at: NOW - 1_000,
  body: 'currency_name=BTC%2FUSDT&type=buy&amount=1',
  ...change,
});

describe('unresolved orders of an earlier visit', () => {
  const page = { scope: '7:demo', openedAt: NOW, now: NOW };

  it.each([
    ['an order from before the reload', call(), true],
    ['what this page sent', call({ at: NOW }), false],
    ['an order of the other book', call({ scope: '7:real' }), false],
    ['a cancelling', call({ body: 'id=247510912204800001' }), false],
    ['another call', call({ path: '/wallet/change', body: 'amount=1' }), false],
  ])('given %s, then it is queried or left out', (_what, it_, isLeft) => {
    expect(unresolvedOrders([it_], page)).toEqual(isLeft ? [it_] : []);
  });

  it('given this page gave up on an order, when it can no longer be in flight, then it is queried, too', () => {
    const given = call({ at: NOW + 1_000 });
    expect(unresolvedOrders([given], { ...page, now: NOW + 121_000 })).toEqual([]);
    expect(unresolvedOrders([given], { ...page, now: NOW + 121_001 })).toEqual([given]);
  });

  it.each([
    [true, 1_000, 'placed'],
    [true, 80_000_000, 'placed'],
    [false, 1_000, 'ask_again'],
    [false, 120_000, 'ask_again'],
    [false, 120_001, 'not_placed'],
    [false, -3_600_000, 'not_placed'],
  ] as const)('given the order exists is %s, %i ms after it was sent, then: %s', (isThere, age, verdict) => {
    expect(verdictOn(call({ at: NOW - age }), isThere, NOW)).toBe(verdict);
  });
});

describe('an order that is being sent', () => {
  it('is awaited for a minute, per user and mode', () => {
    expect(isAwaited([call()], '7:demo', NOW)).toBe(true);
    expect(isAwaited([call()], '7:real', NOW)).toBe(false);
    expect(isAwaited([call({ at: NOW - 60_000 })], '7:demo', NOW)).toBe(false);
    expect(isAwaited([call({ body: 'id=1' })], '7:demo', NOW)).toBe(false);
  });
});
