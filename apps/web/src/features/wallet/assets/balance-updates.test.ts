import { recordsKey } from '@app/client/query';
import { type Amount, formatDecimal, parseDecimal } from '@app/money';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Balances, balancesQuery } from '../../../data/account/balances.ts';
import { applyBalances, balanceChannel } from './balance-updates.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const before: Balances = {
  seq: '7',
  list: [
    { account: 'wallet', currency: 'USDT', available: amount('10'), frozen: amount('0') },
    { account: 'exchange', currency: 'USDT', available: amount('1'), frozen: amount('2') },
  ],
};
const change = { account: 'wallet' as const, currency: 'USDT', available: amount('4'), frozen: amount('6') };

describe('a balance update', () => {
  it('given the next sequence, then the balances it names change and the rest stays', () => {
    const after = applyBalances(before, { prev: '7', seq: '8', data: [change] });
    expect(after).toEqual({ seq: '8', list: [{ ...before.list[0], ...change }, before.list[1]] });
  });

  it('given a missing update before it, then it is a gap', () => {
    expect(applyBalances(before, { prev: '8', seq: '9', data: [change] })).toBe('gap');
  });

  it('given an account that was not in the list, then it is a gap', () => {
    const data = [{ ...change, account: 'copy' }];
    expect(applyBalances(before, { prev: '7', seq: '8', data })).toBe('gap');
  });

  it('given a stale update, also past nine, then nothing changes', () => {
    expect(applyBalances({ ...before, seq: '10' }, { prev: '8', seq: '9', data: [change] })).toMatchObject({
      seq: '10',
    });
  });
});

describe('balances that are being fetched', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const after: Balances = { seq: '8', list: before.list.map((it, index) => (index === 0 ? change : it)) };
  it.each([{ isShown: true }, { isShown: false }])(
    'given an update meanwhile, then what was read before it does not stay ($isShown)',
    async ({ isShown }) => {
      const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
      const { queryKey } = balancesQuery('1.real');
      if (isShown) queryClient.setQueryData(queryKey, before);
      const first = Promise.withResolvers<Balances>();
      const queryFn = vi.fn(async () => after).mockImplementationOnce(() => first.promise);
      const shown = new QueryObserver(queryClient, { queryKey, queryFn });
      const stop = shown.subscribe(() => undefined);
      const channel = balanceChannel(queryClient, '1.real');
      if (isShown) channel.refresh();
      await vi.advanceTimersByTimeAsync(0);
      const { available, frozen } = change;
      const row = {
        account: 'wallet',
        currency: 'USDT',
        available: formatDecimal(available),
        frozen: formatDecimal(frozen),
      };
      channel.receive({ channel: 'balances', prev: '7', seq: '8', data: [row] });
      first.resolve(before); // Read at the server before the update.
      await vi.advanceTimersByTimeAsync(2_000);
      expect(queryClient.getQueryData(queryKey)).toEqual(after);
      channel.end();
      stop();
      queryClient.clear();
    },
  );
});

describe('records, when balances change', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Shows a list of records, fetched once, and follows the balances. */
  async function follow(read = async () => 'records') {
    const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
    const queryFn = vi.fn(read);
    const shown = new QueryObserver(queryClient, { queryKey: [...recordsKey('1.real'), 'list'], queryFn });
    const stop = shown.subscribe(() => undefined);
    const channel = balanceChannel(queryClient, '1.real');
    await vi.advanceTimersByTimeAsync(0);
    const end = () => {
      channel.end();
      stop();
      queryClient.clear();
    };
    return { channel, queryFn, queryClient, end };
  }
  const frame = (seq: number) => ({
    channel: 'balances',
    prev: String(seq - 1),
    seq: String(seq),
    data: [{ account: 'wallet', currency: 'USDT', available: '4', frozen: '6' }],
  });

  it('given one update, then they are fetched again at once', async () => {
    const { channel, queryFn, end } = await follow();
    channel.receive(frame(8));
    await vi.advanceTimersByTimeAsync(1);
    expect(queryFn).toHaveBeenCalledTimes(2);
    end();
  });

  it('given fifty updates a second, then they are fetched less than once a second, and after the last one', async () => {
    const { channel, queryFn, end } = await follow();
    let lastMs = 0;
    queryFn.mockImplementation(() => {
      lastMs = performance.now();
      return Promise.resolve('records');
    });
    for (let seq = 1; seq <= 500; seq++) {
      channel.receive(frame(seq));
      await vi.advanceTimersByTimeAsync(20);
    }
    const endedMs = performance.now();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(queryFn.mock.calls.length - 1).toBeLessThanOrEqual(10);
    expect(lastMs).toBeGreaterThan(endedMs - 20);
    end();
  });

  it('given an update while they are being fetched, then they are fetched once more', async () => {
    const { channel, queryFn, end } = await follow(() => new Promise((done) => setTimeout(done, 2_000, 'records')));
    channel.receive(frame(8));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(queryFn).toHaveBeenCalledTimes(2);
    end();
  });

  it('given the channel has ended, then nothing is fetched', async () => {
    const { channel, queryFn, end } = await follow();
    channel.receive(frame(8));
    channel.end();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(queryFn).toHaveBeenCalledTimes(1);
    end();
  });
});
