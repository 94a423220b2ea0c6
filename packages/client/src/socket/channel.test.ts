import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createChannels } from './channel.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const BTC = { kind: 'depth', mode: 'real', symbol: 'BTC/USDT' } as const;
const NAME = 'depth:real:BTC/USDT';

/** A connection controlled by the test: it records requests and responds on demand. */
function createLine() {
  const requests: { channel: string; answer: (response: unknown) => void; fail: () => void }[] = [];
  const left: string[] = [];
  return {
    requests,
    left,
    emit: (_event: string, { channel }: { channel: string }) => left.push(channel),
    timeout: () => ({
      emitWithAck: (_event: string, { channel }: { channel: string }) =>
        new Promise<unknown>((answer, fail) => requests.push({ channel, answer, fail: () => fail(new Error('late')) })),
    }),
  };
}

const frame = (prev: string, seq: string) => ({ channel: NAME, prev, seq, data: { bids: [[seq, '1']], asks: [] } });
const start = (seq: string) => ({ ok: true, frame: frame('', seq) });
const settle = () => vi.advanceTimersByTimeAsync(0);

function setUp() {
  const channels = createChannels();
  const line = createLine();
  const changes = vi.fn();
  const best = () => channels.view(BTC).state?.bids[0]?.[0];
  const units = (count: number) => BigInt(count) * 10n ** 18n;
  return { channels, line, changes, best, units };
}

/** Sets up one screen that subscribed to the channel and has its snapshot. */
async function startReading() {
  const all = setUp();
  const stop = all.channels.listen(BTC, all.changes);
  all.channels.attach(all.line);
  all.line.requests[0]?.answer(start('5'));
  await settle();
  return { ...all, stop };
}

describe('a channel of the page', () => {
  it('given no connection yet, when it is up, then it subscribes once for all listeners, and shows all updates', async () => {
    const { channels, line, changes, best, units } = setUp();
    channels.listen(BTC, changes);
    channels.listen(BTC, () => {});
    expect(channels.view(BTC)).toEqual({ state: undefined, isLive: false, refusal: undefined });
    channels.attach(line);
    expect(line.requests.map(({ channel }) => channel)).toEqual([NAME]);
    line.requests[0]?.answer(start('5'));
    await settle();
    expect([best(), channels.view(BTC).isLive]).toEqual([units(5), true]);
    channels.receive(frame('5', '6'));
    channels.receive({ ...frame('6', '7'), channel: 'quotes' });
    channels.receive('nonsense');
    expect(best()).toBe(units(6));
    expect(channels.view(BTC)).toBe(channels.view(BTC));
  });

  it('given a gap, when it is detected, then the state stays, not live, until a new snapshot arrives', async () => {
    const { channels, line, best, units } = await startReading();
    channels.receive(frame('6', '7'));
    expect([best(), channels.view(BTC).isLive, line.requests.length]).toEqual([units(5), false, 2]);
    channels.receive(frame('7', '8'));
    expect(line.requests).toHaveLength(2);
    line.requests[1]?.answer(start('8'));
    await settle();
    expect([best(), channels.view(BTC).isLive]).toEqual([units(8), true]);
  });

  it('given no response or engine_unavailable, when the delay has passed, then it subscribes again', async () => {
    const { channels, line, changes, best, units } = setUp();
    channels.listen(BTC, changes);
    channels.attach(line);
    line.requests[0]?.fail();
    await vi.advanceTimersByTimeAsync(2_000);
    line.requests[1]?.answer({ ok: false, error: 'engine_unavailable' });
    await vi.advanceTimersByTimeAsync(2_000);
    line.requests[2]?.answer(start('1'));
    await settle();
    expect(best()).toBe(units(1));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(line.requests).toHaveLength(3);
  });

  it('given a refusal, when it arrives, then it is shown and not requested again', async () => {
    const { channels, line, changes } = setUp();
    channels.listen(BTC, changes);
    channels.attach(line);
    line.requests[0]?.answer({ ok: false, error: 'not_found' });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(channels.view(BTC).refusal).toBe('not_found');
    expect(line.requests).toHaveLength(1);
  });

  it('given a new connection, when it is up, then all resubscribe and late responses of the old one are ignored', async () => {
    const { channels, line, best, units } = await startReading();
    channels.receive(frame('6', '7')); // A request on the old connection.
    channels.attach(undefined);
    expect([best(), channels.view(BTC).isLive]).toEqual([units(5), false]);
    const next = createLine();
    channels.attach(next);
    line.requests[1]?.answer(start('9'));
    await settle();
    expect(best()).toBe(units(5));
    next.requests[0]?.answer(start('2')); // Another gateway, slightly behind.
    await settle();
    expect([best(), channels.view(BTC).isLive]).toEqual([units(2), true]);
  });

  it('given the last listener, when it leaves, then the channel is left after a delay, unless another joins', async () => {
    const { channels, line, changes, stop, best, units } = await startReading();
    stop();
    const stopAgain = channels.listen(BTC, changes);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([line.left, line.requests.length, best()]).toEqual([[], 1, units(5)]);
    stopAgain();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(line.left).toEqual([NAME]);
    channels.receive(frame('5', '6'));
    expect(channels.view(BTC).state).toBeUndefined();
  });

  it('given a hidden page, when it is visible again, then its channels were unsubscribed and start again', async () => {
    const { channels, line, best, units } = await startReading();
    channels.pause();
    expect(line.left).toEqual([NAME]);
    channels.receive(frame('5', '6'));
    channels.listen({ kind: 'quotes' }, () => {});
    expect([best(), line.requests.length]).toEqual([units(5), 1]);
    channels.resume();
    channels.resume();
    expect(line.requests.map(({ channel }) => channel)).toEqual([NAME, NAME, 'quotes']);
    line.requests[1]?.answer(start('9'));
    await settle();
    expect(best()).toBe(units(9));
  });

  it('given a hidden page lost its connection, when a new one is up, then it subscribes only if visible', async () => {
    const { channels, line } = await startReading();
    channels.pause();
    channels.attach(undefined); // Its session ended, and no listener is left to report the page visible again.
    const seen = createLine();
    const hidden = createLine();
    channels.attach(seen, false);
    channels.listen({ kind: 'quotes' }, () => {});
    expect(seen.requests.map(({ channel }) => channel)).toEqual([NAME, 'quotes']);
    channels.attach(hidden, true);
    expect([hidden.requests, line.requests.length]).toEqual([[], 1]);
    channels.resume();
    expect(hidden.requests).toHaveLength(2);
  });
});

describe('payloads of a newer server', () => {
  const strange = (prev: string, seq: string) => ({ ...frame(prev, seq), data: { sides: [] } });

  it('given snapshots it cannot parse, when they arrive, then it backs off, and retries at once on a new connection', async () => {
    const { channels, line, changes, best, units } = setUp();
    channels.listen(BTC, changes);
    channels.attach(line);
    const answerAll = async () => {
      for (const { answer } of line.requests) answer({ ok: true, frame: strange('', '5') });
      await settle();
    };
    const waits: number[] = [];
    for (let atMs = 0, requests = 1; atMs < 130_000; atMs += 500) {
      await answerAll();
      await vi.advanceTimersByTimeAsync(500);
      if (line.requests.length > requests) waits.push(atMs + 500);
      requests = line.requests.length;
    }
    const gaps = waits.map((atMs, index) => atMs - (waits[index - 1] ?? 0));
    expect(gaps).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
    const next = createLine();
    channels.attach(next);
    next.requests[0]?.answer(start('9'));
    await settle();
    expect(best()).toBe(units(9));
  });

  it('given updates it cannot parse, when they arrive at their rate, then it does not resubscribe at that rate', async () => {
    const { channels, line, best } = await startReading();
    for (let seq = 5; seq < 105; seq++) {
      channels.receive(strange(String(seq), String(seq + 1)));
      line.requests.at(-1)?.answer(start(String(seq + 1)));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(line.requests.length).toBeLessThanOrEqual(5);
    expect(best()).toBeDefined();
  });

  it('given updates in sequence again, when there is a gap later, then it resubscribes at once as before', async () => {
    const { channels, line } = await startReading();
    for (const seq of [6, 16, 26]) {
      channels.receive(frame(String(seq), String(seq + 1)));
      line.requests.at(-1)?.answer(start(String(seq + 1)));
      await settle();
      channels.receive(frame(String(seq + 1), String(seq + 2)));
    }
    expect(line.requests).toHaveLength(4);
  });
});

describe('an unsubscribed channel', () => {
  it('given it still receives updates, when they arrive, then it unsubscribes again at intervals, and only from it', async () => {
    const { channels, line, stop } = await startReading();
    stop();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(line.left).toEqual([NAME]); // The server dropped it.
    for (let seq = 5; seq < 45; seq++) {
      channels.receive(frame(String(seq), String(seq + 1)));
      channels.receive({ ...frame(String(seq), String(seq + 1)), channel: 'balances' });
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(line.left.length).toBeGreaterThan(1);
    expect(line.left.length).toBeLessThan(5);
    expect(new Set(line.left)).toEqual(new Set([NAME]));
  });

  it('given a hidden page, when updates still arrive, then it unsubscribes again; visible, it does not', async () => {
    const { channels, line } = await startReading();
    channels.pause();
    channels.receive(frame('5', '6'));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(line.left).toEqual([NAME, NAME]);
    channels.receive(frame('5', '6'));
    channels.resume();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(line.left).toEqual([NAME, NAME]);
  });
});
