import { openPendingCalls } from '@app/client/call';
import { memoryBackend, openStorage } from '@app/client/storage';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Order } from '../../../data/account/orders.ts';
import { createUnresolvedOrders } from './unresolved-orders.ts';

const OPENED = 1_800_000_000_000;
const SCOPE = '7:demo';
const ORDER = { id: 1n } as Order; // Only passed on.

beforeEach(() => void vi.useFakeTimers({ now: OPENED }));
afterEach(() => void vi.useRealTimers());

function setUp(sentAt: readonly number[], answer: (key: string) => Promise<Order | null>) {
  const pending = openPendingCalls(openStorage(memoryBackend()));
  for (const at of sentAt) pending.keep({ scope: SCOPE, path: '/coin/trade', body: `type=buy&amount=${at}`, at });
  const notifier = () => vi.fn(() => Promise.resolve());
  const find = vi.fn(answer);
  const notifyPlaced = notifier();
  const notifyNotPlaced = notifier();
  const deps = { scope: SCOPE, openedAt: OPENED, pending, now: Date.now, find, notifyPlaced, notifyNotPlaced };
  return { ...deps, left: createUnresolvedOrders(deps) };
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
