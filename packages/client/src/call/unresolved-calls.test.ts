import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryBackend, openStorage } from '../storage.ts';
import { openPendingCalls, type PendingCall } from './pending-calls.ts';
import { createUnresolvedCalls, isAwaited, unresolvedCalls, verdictOn } from './unresolved-calls.ts';

const OPENED = 1_800_000_000_000;
const SCOPE = '7:demo';
const ORDER = { id: 1n };
type Order = typeof ORDER;

/** As of spot: placing and cancelling share one path. */
const isPlacing = ({ path, body }: Pick<PendingCall, 'path' | 'body'>) =>
  path === '/coin/trade' && body.includes('amount=');

beforeEach(() => void vi.useFakeTimers({ now: OPENED }));
afterEach(() => void vi.useRealTimers());

function setUp(sentAt: readonly number[], answer: (key: string) => Promise<Order | null>) {
  const pending = openPendingCalls(openStorage(memoryBackend()));
  for (const at of sentAt) pending.keep({ scope: SCOPE, path: '/coin/trade', body: `type=buy&amount=${at}`, at });
  const notifier = () => vi.fn(() => Promise.resolve());
  const find = vi.fn(answer);
  const notifyPlaced = notifier();
  const notifyNotPlaced = notifier();
  const deps = {
    scope: SCOPE,
    openedAt: OPENED,
    pending,
    isPlacing,
    now: Date.now,
    find,
    notifyPlaced,
    notifyNotPlaced,
  };
  return { ...deps, left: createUnresolvedCalls(deps) };
}

describe('an order whose response was lost with the page', () => {
  it('given it was placed, when checked twice at once, then one notice is shown and the call is dropped', async () => {
    const { left, notifyPlaced, notifyNotPlaced, pending } = setUp([OPENED - 1_000], async () => ORDER);
    await Promise.all([left.check(), left.check()]);
    expect([notifyPlaced.mock.calls.length, notifyNotPlaced.mock.calls.length, pending.list()]).toEqual([1, 0, []]);
  });

  it('given it is not found, when it can no longer be in flight, then it was not placed; before, it is retried', async () => {
    const { left, find, notifyNotPlaced, pending } = setUp([OPENED - 110_000], async () => null);
    await left.check();
    expect([notifyNotPlaced.mock.calls.length, pending.list().length]).toEqual([0, 1]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([notifyNotPlaced.mock.calls.length, pending.list(), find.mock.calls.length]).toEqual([1, [], 4]);
  });

  it('given no response, when hours pass, then no outcome is assumed', async () => {
    const { left, notifyNotPlaced, pending } = setUp([OPENED - 1_000], () => Promise.reject(new Error('offline')));
    await left.check();
    await vi.advanceTimersByTimeAsync(7_200_000);
    expect([notifyNotPlaced.mock.calls.length, pending.list().length]).toEqual([0, 1]);
  });

  it('given another tab has shown the notice meanwhile, when the response arrives, then it is not shown again', async () => {
    const { left, notifyPlaced, pending, find } = setUp([OPENED - 1_000], async () => ORDER);
    find.mockImplementation((key) => {
      pending.forget(key);
      return Promise.resolve(ORDER);
    });
    await left.check();
    expect(notifyPlaced).not.toHaveBeenCalled();
  });

  it('given the texts have not loaded, when the notice fails, then it is shown later', async () => {
    const { left, notifyPlaced, pending } = setUp([OPENED - 1_000], async () => ORDER);
    notifyPlaced.mockRejectedValueOnce(new Error('no texts'));
    await left.check();
    expect(pending.list()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect([notifyPlaced.mock.calls.length, pending.list()]).toEqual([2, []]);
  });

  it('given a call sent by this page itself, when it checks, then it skips that call', async () => {
    const { left, find } = setUp([OPENED + 5], async () => ORDER);
    await left.check();
    expect(find).not.toHaveBeenCalled();
  });
});

const call = (change: Partial<PendingCall> = {}): PendingCall => ({
  key: 'k',
  scope: SCOPE,
  path: '/coin/trade',
  at: OPENED - 1_000,
  body: 'currency_name=BTC%2FUSDT&type=buy&amount=1',
  ...change,
});

describe('unresolved orders of an earlier visit', () => {
  const page = { scope: SCOPE, openedAt: OPENED, now: OPENED };

  it.each([
    ['an order from before the reload', call(), true],
    ['what this page sent', call({ at: OPENED }), false],
    ['an order of the other book', call({ scope: '7:real' }), false],
    ['a cancelling', call({ body: 'id=247510912204800001' }), false],
    ['another call', call({ path: '/wallet/change', body: 'amount=1' }), false],
  ])('given %s, then it is queried or left out', (_what, it_, isLeft) => {
    expect(unresolvedCalls([it_], isPlacing, page)).toEqual(isLeft ? [it_] : []);
  });

  it('given this page gave up on an order, when it can no longer be in flight, then it is queried, too', () => {
    const given = call({ at: OPENED + 1_000 });
    expect(unresolvedCalls([given], isPlacing, { ...page, now: OPENED + 121_000 })).toEqual([]);
    expect(unresolvedCalls([given], isPlacing, { ...page, now: OPENED + 121_001 })).toEqual([given]);
  });

  it.each([
    [true, 1_000, 'placed'],
    [true, 80_000_000, 'placed'],
    [false, 1_000, 'ask_again'],
    [false, 120_000, 'ask_again'],
    [false, 120_001, 'not_placed'],
    [false, -3_600_000, 'not_placed'],
  ] as const)('given the order exists is %s, %i ms after it was sent, then: %s', (isThere, age, verdict) => {
    expect(verdictOn(call({ at: OPENED - age }), isThere, OPENED)).toBe(verdict);
  });
});

describe('an order that is being sent', () => {
  it('is awaited for a minute, per user and mode', () => {
    expect(isAwaited([call()], isPlacing, '7:demo', OPENED)).toBe(true);
    expect(isAwaited([call()], isPlacing, '7:real', OPENED)).toBe(false);
    expect(isAwaited([call({ at: OPENED - 60_000 })], isPlacing, '7:demo', OPENED)).toBe(false);
    expect(isAwaited([call({ body: 'id=1' })], isPlacing, '7:demo', OPENED)).toBe(false);
  });
});
