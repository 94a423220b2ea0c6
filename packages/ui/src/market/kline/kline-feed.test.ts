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

type Ask = { before: number | undefined; answer: (page: KlinePage) => void; refuse: () => void };

/** A feed whose source answers when the test says so, and whose frames come when the test says so. */
function open() {
  const asks: Ask[] = [];
  const told: string[] = [];
  const states: KlineState[] = [];
  const frames: (() => void)[] = [];
  let onBars: (run: readonly KlineBar[]) => void = () => undefined;
  let isHeard = false;
  const load = (before: number | undefined) =>
    new Promise<KlinePage>((answer, reject) => {
      asks.push({ before, answer, refuse: () => reject(new Error('refused')) });
    });
  const listen = (tell: typeof onBars) => {
    onBars = tell;
    isHeard = true;
    return () => {
      isHeard = false;
    };
  };
  const feed = new KlineFeed(
    { key: 'a', load, listen },
    {
      redraw: () => told.push(`redraw ${timesOf(feed.bars)}`),
      extend: (run) => told.push(`extend ${timesOf(run)}`),
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
    asks[0]!.answer({ bars: bars(...times), isFirst: false });
    await settle();
    told.length = 0;
  };
  return {
    feed,
    asks,
    told,
    states,
    frames,
    frame,
    settle,
    ready,
    hear: (...run: KlineBar[]) => onBars(run),
    isHeard: () => isHeard,
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the first page', () => {
  it('given an answer, then all of it is drawn and the chart is ready', async () => {
    const { feed, asks, told, states, settle } = open();
    expect(asks[0]?.before).toBeUndefined();
    asks[0]!.answer({ bars: bars(10, 20), isFirst: true });
    await settle();
    expect([told, states]).toEqual([['redraw 10,20'], ['loading', 'ready']]);
    expect(feed.hasMore).toBe(false);
  });

  it('given live bars before the answer, then they wait for it and count more than it', async () => {
    const { feed, asks, told, settle, frame, hear } = open();
    hear(bar(20, '7'), bar(30));
    frame();
    expect(told).toEqual([]);
    asks[0]!.answer({ bars: bars(10, 20), isFirst: true });
    await settle();
    expect(told).toEqual(['redraw 10,20,30']);
    expect(feed.bars[1]?.close).toBe(parseDecimal('7'));
  });

  it('given a refusal, when tried again, then it is asked for again', async () => {
    const { feed, asks, states, settle } = open();
    asks[0]!.refuse();
    await settle();
    feed.retry();
    asks[1]!.answer({ bars: bars(10), isFirst: true });
    await settle();
    expect(states).toEqual(['loading', 'failed', 'loading', 'ready']);
  });

  it('given a market without a bar, when the first begins, then it is drawn', async () => {
    const { asks, told, settle, frame, hear } = open();
    asks[0]!.answer({ bars: [], isFirst: true });
    await settle();
    hear(bar(10));
    frame();
    expect(told).toEqual(['redraw ', 'extend 10']);
  });
});

describe('live bars', () => {
  it('are drawn once a frame, however many came', async () => {
    const { told, frames, frame, ready, hear } = open();
    await ready(10, 20);
    hear(bar(20, '2'));
    hear(bar(20, '3'));
    hear(bar(30));
    expect(frames).toHaveLength(1);
    frame();
    expect(told).toEqual(['extend 20,30']);
  });

  it('that say nothing new draw nothing', async () => {
    const { told, frame, ready, hear } = open();
    await ready(10, 20);
    hear(bar(20));
    frame();
    expect(told).toEqual([]);
  });

  it('that fill a gap are put in their places', async () => {
    const { told, frame, ready, hear } = open();
    await ready(10, 20, 50);
    hear(...bars(30, 40, 50, 60));
    frame();
    expect(told).toEqual(['redraw 10,20,30,40,50,60']);
  });
});

describe('history', () => {
  it('given a page, then it is what was before, and more may follow', async () => {
    const { feed, asks, ready, settle } = open();
    await ready(30, 40);
    const earlier = feed.earlierThan(30);
    asks[1]!.answer({ bars: bars(10, 20), isFirst: false });
    await settle();
    expect(asks[1]?.before).toBe(30);
    expect(await earlier).toEqual({ bars: bars(10, 20), hasMore: true });
  });

  it('given a page that was asked for ahead, then it is there at once, and was asked for once', async () => {
    const { feed, asks, ready, settle } = open();
    await ready(30, 40);
    feed.prepareEarlier();
    feed.prepareEarlier();
    asks[1]!.answer({ bars: bars(10, 20), isFirst: true });
    await settle();
    expect(timesOf((await feed.earlierThan(30))?.bars)).toEqual([10, 20]);
    expect(asks).toHaveLength(2);
  });

  it('given a refusal, then it rests, says that more is there, and can be asked again', async () => {
    const { feed, asks, ready, settle } = open();
    await ready(30);
    const earlier = feed.earlierThan(30);
    asks[1]!.refuse();
    await vi.advanceTimersByTimeAsync(PAUSE_MS - 1);
    feed.prepareEarlier();
    expect(asks).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(await earlier).toEqual({ bars: [], hasMore: true });
    const again = feed.earlierThan(30);
    asks[2]!.answer({ bars: bars(20), isFirst: true });
    await settle();
    expect(await again).toEqual({ bars: bars(20), hasMore: false });
  });

  it('given a refusal, when tried again, then it does not rest', async () => {
    const { feed, asks, ready, settle } = open();
    await ready(30);
    const earlier = feed.earlierThan(30);
    asks[1]!.refuse();
    await settle();
    feed.retry();
    expect(await earlier).toEqual({ bars: [], hasMore: true });
  });

  it('given the first bar ever, then nothing is asked for', async () => {
    const { feed, asks, settle } = open();
    asks[0]!.answer({ bars: bars(10), isFirst: true });
    await settle();
    feed.prepareEarlier();
    expect(await feed.earlierThan(10)).toEqual({ bars: [], hasMore: false });
    expect(asks).toHaveLength(1);
  });
});

describe('a closed feed', () => {
  it('drops what comes late, and listens no more', async () => {
    const { feed, asks, told, states, frames, settle, hear, isHeard } = open();
    hear(bar(10));
    feed.close();
    hear(bar(20));
    asks[0]!.answer({ bars: bars(10), isFirst: true });
    await settle();
    expect([told, states, frames, isHeard()]).toEqual([[], ['loading'], [], false]);
  });

  it('owes nobody a page', async () => {
    const { feed, asks, ready } = open();
    await ready(30);
    const earlier = feed.earlierThan(30);
    feed.close();
    asks[1]!.answer({ bars: bars(20), isFirst: true });
    expect(await earlier).toBeUndefined();
  });
});
