import { ordersKey } from '@app/client/query';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Order, openOrdersQuery } from '../../../data/account/orders.ts';
import { orderChannel } from './order-updates.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SCOPE = '7:demo';
const { queryKey } = openOrdersQuery(SCOPE);
const WIRE = {
  symbol: 'BTC/USDT',
  currency_id: '1',
  legal_id: '3',
  type: 'buy',
  kind: 'limit',
  time_in_force: 'gtc',
  price: '60000',
  amount: '1',
  budget: null,
  cost: '0',
  average: null,
  fee: '0',
  fee_currency: 'USDT',
  reason: null,
  created: 1_800_000_000_000,
  closed: null,
};
const wire = (id: string, filled = '0', status = 'open') => ({ ...WIRE, id, filled, status });
const frame = (prev: string, seq: string, ...orders: object[]) => ({ channel: 'orders', prev, seq, data: { orders } });

/** Creates a list whose responses the test releases. */
function setUp() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } });
  const refreshBalances = vi.fn();
  const onFilled = vi.fn<(order: Order) => void>();
  const channel = orderChannel({ queryClient, scope: SCOPE, refreshBalances, onFilled });
  const answers: ((open: readonly Order[]) => void)[] = [];
  const fetchOpen = () =>
    void queryClient.fetchQuery({
      queryKey,
      staleTime: 0,
      queryFn: () => new Promise((answer) => answers.push(answer)),
    });
  const open = () => (queryClient.getQueryData(queryKey) as readonly Order[] | undefined)?.map(({ id }) => Number(id)); // Our own query.
  const answer = async (list: readonly Order[]) => {
    answers.shift()?.(list);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { queryClient, channel, refreshBalances, onFilled, fetchOpen, answer, open };
}

/** Shows a history list whose response takes `takesMs`. */
function showList(queryClient: QueryClient, takesMs = 0) {
  const signals: AbortSignal[] = [];
  const fetched = vi.fn(({ signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    return new Promise((answer) => setTimeout(() => answer([]), takesMs));
  });
  const history = [...ordersKey(SCOPE), 'history'];
  queryClient.setQueryData(history, [], { updatedAt: 0 }); // Stale: only a query with data can be aborted.
  const observer = new QueryObserver(queryClient, { queryKey: history, queryFn: fetched });
  return {
    fetched,
    wereBrokenOff: () => signals.map(({ aborted }) => aborted),
    stop: observer.subscribe(() => undefined),
  };
}

async function startWith(list: readonly Order[]) {
  const all = setUp();
  all.fetchOpen();
  await all.answer(list);
  return all;
}
const NONE: readonly Order[] = [];

describe('the channel of the user’s orders', () => {
  it('given consecutive frames, when they arrive, then the open orders are written accordingly', async () => {
    const { channel, open, onFilled, queryClient } = await startWith(NONE);
    channel.receive(frame('4', '5', wire('1'), wire('2')));
    expect(open()).toEqual([2, 1]);
    channel.receive(frame('5', '6', wire('1', '1', 'filled')));
    expect(open()).toEqual([2]);
    expect(onFilled.mock.calls.map(([{ id }]) => id)).toEqual([1n]);
    channel.receive(frame('4', '5', wire('1')));
    expect(open()).toEqual([2]);
    expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(false);
  });

  it.each([
    ['one is missing', '6', '7'],
    ['the engine begins anew', '', '9'],
  ])(
    'given %s, when the next frame arrives, then its updates are shown and the list is refetched',
    async (_what, prev, seq) => {
      const { channel, open, queryClient } = await startWith(NONE);
      channel.receive(frame('4', '5', wire('1')));
      channel.receive(frame(prev, seq, wire('3')));
      expect(open()).toEqual([3, 1]);
      expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
      channel.receive(frame(seq, '10', wire('4')));
      expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
    },
  );

  it('given a list requested before an order closed, when the response arrives, then the order stays closed', async () => {
    const { channel, open, fetchOpen, answer, queryClient } = await startWith(NONE);
    channel.receive(frame('4', '5', wire('1')));
    const before = queryClient.getQueryData(queryKey) ?? [];
    fetchOpen();
    channel.receive(frame('5', '6', wire('1', '1', 'filled'), wire('2')));
    await answer(before);
    expect(open()).toEqual([2]);
    fetchOpen();
    await answer(NONE);
    expect(open()).toEqual([]);
  });

  it('given a hundred frames in a second, then balances are requested three times', async () => {
    const { channel, refreshBalances, queryClient } = await startWith(NONE);
    for (let seq = 5; seq < 105; seq++) {
      channel.receive(frame(String(seq - 1), String(seq), wire('1', `0.${seq + 100}`)));
      await vi.advanceTimersByTimeAsync(10);
    }
    await vi.advanceTimersByTimeAsync(1_000);
    expect(refreshBalances).toHaveBeenCalledTimes(3);
    expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(false);
  });

  it('given frames for nine seconds, when a list is shown, then it is requested at once and every five seconds', async () => {
    const { channel, queryClient } = await startWith(NONE);
    const { fetched, stop } = showList(queryClient);
    for (let seq = 5; seq < 95; seq++) {
      channel.receive(frame(String(seq - 1), String(seq), wire('1', `0.${seq + 100}`)));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(fetched).toHaveBeenCalledTimes(1 + 2);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(fetched).toHaveBeenCalledTimes(1 + 3);
    stop();
  });

  it('given a list being fetched, when updates arrive, then it is not aborted but requested again after it', async () => {
    const { channel, queryClient } = await startWith(NONE);
    const { fetched, wereBrokenOff, stop } = showList(queryClient, 1_000);
    channel.receive(frame('4', '5', wire('1')));
    await vi.advanceTimersByTimeAsync(500);
    expect(fetched).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(wereBrokenOff()).toEqual([false, false]);
    stop();
  });

  it('given an invalid frame, when it arrives, then everything is refetched', async () => {
    const { channel, queryClient } = await startWith(NONE);
    channel.receive(frame('4', '5', { ...wire('1'), status: 'frozen' }));
    expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
  });
});
