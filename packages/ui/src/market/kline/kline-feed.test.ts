import { type Price, parseDecimal } from '@app/money';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { KlineFeed, PAUSE_MS } from './kline-feed.ts';
import type { KlineBar, KlinePage, KlineState } from './kline-source.ts';

const bar = (time: number, close = '1'): KlineBar => {
  const price = parseDecimal<Price>(close);
  return { time, open: price, high: price, low: price, close: price, volume: price };
};
const bars = (...times: number[]) => times.map((time) => bar(time));
const timesOf = (run: readonly KlineBar[] = []) => run.map(({ time }) => time);

type PageRequest = { before: number | undefined; answer: (page: KlinePage) => void; refuse: () => void };

/** Opens a feed whose source responses and frames are controlled by the test. */
function open() {
  const requests: PageRequest[] = [];
  const events: string[] = [];
  const states: KlineState[] = [];
  const frames: (() => void)[] = [];
  let onBars: (run: readonly KlineBar[]) => void = () => undefined;
  let isReceived = false;
  const load = (before: number | undefined) =>
    new Promise<KlinePage>((answer, reject) => {
      requests.push({ before, answer, refuse: () => reject(new Error('refused')) });
    });
  const listen = (callback: typeof onBars) => {
    onBars = callback;
    isReceived = true;
    return () => {
      isReceived = false;
    };
  };
  const feed = new KlineFeed(
    { key: 'a', load, listen },
    {
      redraw: () => events.push(`redraw ${timesOf(feed.bars)}`),
      extend: (run) => events.push(`extend ${timesOf(run)}`),
      state: (state) => states.push(state),
      nextFrame: (run) => {
        frames.push(run);
        return () => void frames.splice(frames.indexOf(run), 1);
      },
    },
  );
  feed.open();
  const frame = () => {
    for (const run of frames.splice(0)) run();
  };
  const settle = () => vi.advanceTimersByTimeAsync(0);
  const ready = async (...times: number[]) => {
    requests[0]!.answer({ bars: bars(...times), isFirst: false });
    await settle();
    events.length = 0;
  };
  return {
    feed,
    requests,
    events,
    states,
    frames,
    frame,
    settle,
    ready,
    pushBars: (...run: KlineBar[]) => onBars(run),
    isReceived: () => isReceived,
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the first page', () => {
  it('given a response, then all of it is drawn and the chart is ready', async () => {
    const { feed, requests, events, states, settle } = open();
    expect(requests[0]?.before).toBeUndefined();
    requests[0]!.answer({ bars: bars(10, 20), isFirst: true });
    await settle();
    expect([events, states]).toEqual([['redraw 10,20'], ['loading', 'ready']]);
    expect(feed.hasMore).toBe(false);
  });

  it('given live bars before the response, then they wait for it and override it', async () => {
    const { feed, requests, events, settle, frame, pushBars } = open();
    pushBars(bar(20, '7'), bar(30));
    frame();
    expect(events).toEqual([]);
    requests[0]!.answer({ bars: bars(10, 20), isFirst: true });
    await settle();
    expect(events).toEqual(['redraw 10,20,30']);
    expect(feed.bars[1]?.close).toBe(parseDecimal('7'));
  });

  it('given a failure, when retried, then the page is requested again', async () => {
    const { feed, requests, states, settle } = open();
    requests[0]!.refuse();
    await settle();
    feed.retry();
    requests[1]!.answer({ bars: bars(10), isFirst: true });
    await settle();
    expect(states).toEqual(['loading', 'failed', 'loading', 'ready']);
  });

  it('given a market without bars, when the first begins, then it is drawn', async () => {
    const { requests, events, settle, frame, pushBars } = open();
    requests[0]!.answer({ bars: [], isFirst: true });
    await settle();
    pushBars(bar(10));
    frame();
    expect(events).toEqual(['redraw ', 'extend 10']);
  });
});

describe('live bars', () => {
  it('are drawn once a frame, however many arrived', async () => {
    const { events, frames, frame, ready, pushBars } = open();
    await ready(10, 20);
    pushBars(bar(20, '2'));
    pushBars(bar(20, '3'));
    pushBars(bar(30));
    expect(frames).toHaveLength(1);
    frame();
    expect(events).toEqual(['extend 20,30']);
  });

  it('that change nothing draw nothing', async () => {
    const { events, frame, ready, pushBars } = open();
    await ready(10, 20);
    pushBars(bar(20));
    frame();
    expect(events).toEqual([]);
  });

  it('that fill a gap are inserted in order', async () => {
    const { events, frame, ready, pushBars } = open();
    await ready(10, 20, 50);
    pushBars(...bars(30, 40, 50, 60));
    frame();
    expect(events).toEqual(['redraw 10,20,30,40,50,60']);
  });
});

describe('history', () => {
  it('given a page, then it precedes the known bars, and more may follow', async () => {
    const { feed, requests, ready, settle } = open();
    await ready(30, 40);
    const earlier = feed.earlierThan(30);
    requests[1]!.answer({ bars: bars(10, 20), isFirst: false });
    await settle();
    expect(requests[1]?.before).toBe(30);
    expect(await earlier).toEqual({ bars: bars(10, 20), hasMore: true });
  });

  it('given a prefetched page, then it is returned at once, and was requested once', async () => {
    const { feed, requests, ready, settle } = open();
    await ready(30, 40);
    feed.prepareEarlier();
    feed.prepareEarlier();
    requests[1]!.answer({ bars: bars(10, 20), isFirst: true });
    await settle();
    expect(timesOf((await feed.earlierThan(30))?.bars)).toEqual([10, 20]);
    expect(requests).toHaveLength(2);
  });

  it('given a failure, then it pauses, reports that there is more, and can be requested again', async () => {
    const { feed, requests, ready, settle } = open();
    await ready(30);
    const earlier = feed.earlierThan(30);
    requests[1]!.refuse();
    await vi.advanceTimersByTimeAsync(PAUSE_MS - 1);
    feed.prepareEarlier();
    expect(requests).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(await earlier).toEqual({ bars: [], hasMore: true });
    const again = feed.earlierThan(30);
    requests[2]!.answer({ bars: bars(20), isFirst: true });
    await settle();
    expect(await again).toEqual({ bars: bars(20), hasMore: false });
  });

  it('given a failure, when retried, then it does not pause', async () => {
    const { feed, requests, ready, settle } = open();
    await ready(30);
    const earlier = feed.earlierThan(30);
    requests[1]!.refuse();
    await settle();
    feed.retry();
    expect(await earlier).toEqual({ bars: [], hasMore: true });
  });

  it('given the first bar of the market, then nothing is requested', async () => {
    const { feed, requests, settle } = open();
    requests[0]!.answer({ bars: bars(10), isFirst: true });
    await settle();
    feed.prepareEarlier();
    expect(await feed.earlierThan(10)).toEqual({ bars: [], hasMore: false });
    expect(requests).toHaveLength(1);
  });
});

describe('a closed feed', () => {
  it('drops late responses, and unsubscribes', async () => {
    const { feed, requests, events, states, frames, settle, pushBars, isReceived } = open();
    pushBars(bar(10));
    feed.close();
    pushBars(bar(20));
    requests[0]!.answer({ bars: bars(10), isFirst: true });
    await settle();
    expect([events, states, frames, isReceived()]).toEqual([[], ['loading'], [], false]);
  });

  it('resolves pending requests without a page', async () => {
    const { feed, requests, ready } = open();
    await ready(30);
    const earlier = feed.earlierThan(30);
    feed.close();
    requests[1]!.answer({ bars: bars(20), isFirst: true });
    expect(await earlier).toBeUndefined();
  });
});
