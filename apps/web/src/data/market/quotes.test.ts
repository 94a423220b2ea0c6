import { ONE, type Price } from '@app/money';
import type { QuoteShown } from '@app/protocol/socket';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQuotes } from './quotes.ts';
import { standstillAt } from './use-quotes.ts';

type Quotes = ReadonlyMap<string, QuoteShown>;

/** Creates a testbed with a controlled channel, and animation frames that run on demand. */
function openTestbed() {
  let state: Quotes | undefined;
  const listeners = new Set<() => void>();
  const frames: (() => void)[] = [];
  const store = createQuotes({
    channels: {
      listen: (_channel, onChange) => {
        listeners.add(onChange);
        return () => void listeners.delete(onChange);
      },
      view: () => ({ state, isLive: true, refusal: undefined }) as never, // Only quotes are requested.
    },
    nextFrame: (act) => void frames.push(act),
    now: Date.now,
    ageOf: (at) => Date.now() - at,
  });
  return {
    store,
    listeners,
    emit: (prices: Readonly<Record<string, number>>) => {
      const changed = Object.entries(prices).map(([symbol, price]) => [symbol, quote(symbol, price)] as const);
      state = new Map([...(state ?? []), ...changed]);
      for (const onChange of listeners) onChange();
    },
    frame: () => frames.shift()?.(),
    waitingFrames: () => frames.length,
  };
}

const quote = (symbol: string, at: number) => ({ symbol, at, price: (ONE * BigInt(at)) as Price }) as QuoteShown;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('quotes outside of React', () => {
  it('given many rows change at once, then eight render per frame, each once, until all have', () => {
    const { store, emit, frame, waitingFrames } = openTestbed();
    const symbols = Array.from({ length: 20 }, (_, n) => `C${n}/USDT`);
    const drawn: string[] = [];
    for (const symbol of symbols) store.listenTo(symbol, () => drawn.push(symbol));
    emit(Object.fromEntries(symbols.map((symbol) => [symbol, 1])));
    expect(drawn).toEqual([]);
    frame();
    expect(drawn).toHaveLength(8);
    frame();
    frame();
    expect(drawn.toSorted()).toEqual(symbols.toSorted());
    expect(waitingFrames()).toBe(0);
  });

  it('given a row changes twice before its frame, then it renders once, with the newest price', () => {
    const { store, emit, frame } = openTestbed();
    const seen: (number | undefined)[] = [];
    store.listenTo('A', () => seen.push(store.quoteOf('A')?.at));
    emit({ A: 1 });
    emit({ A: 2 });
    frame();
    expect(seen).toEqual([2]);
  });

  it('given another market changes, then a row does not render, and keeps its rendered price until its frame', () => {
    const { store, emit, frame } = openTestbed();
    const onChange = vi.fn();
    store.listenTo('A', onChange);
    emit({ A: 1 });
    frame();
    emit({ B: 7 });
    expect(onChange).toHaveBeenCalledTimes(1);
    emit({ A: 2 });
    expect(store.quoteOf('A')?.at).toBe(1);
    frame();
    expect(store.quoteOf('A')?.at).toBe(2);
  });

  it('given a row mounts again, then it shows the newest price at once', () => {
    const { store, emit, frame } = openTestbed();
    store.listenTo('B', () => undefined);
    const leave = store.listenTo('A', () => undefined);
    emit({ A: 1, B: 1 });
    frame();
    leave();
    emit({ A: 5 });
    store.listenTo('A', () => undefined);
    expect(store.quoteOf('A')?.at).toBe(5);
  });

  it('given a row unmounts before its frame, when it mounts again later, then it shows the newest price', () => {
    const { store, emit, frame } = openTestbed();
    store.listenTo('B', () => undefined);
    const leave = store.listenTo('A', () => undefined);
    emit({ A: 1, B: 1 });
    leave();
    frame();
    emit({ A: 5 });
    store.listenTo('A', () => undefined);
    expect(store.quoteOf('A')?.at).toBe(5);
  });

  it('given a listener to all, then it is notified at once the first time, and twice a second after', () => {
    const { store, emit } = openTestbed();
    const sizes: number[] = [];
    store.listenToAll(() => sizes.push(store.all().get('A')?.at ?? 0));
    emit({ A: 1 });
    vi.advanceTimersByTime(0);
    expect(sizes).toEqual([1]);
    for (let at = 2; at < 22; at++) {
      emit({ A: at });
      vi.advanceTimersByTime(50);
    }
    expect(sizes.length).toBeLessThanOrEqual(3);
    vi.advanceTimersByTime(500);
    expect(sizes.at(-1)).toBe(21);
  });

  it('given no listener is left, then the channel is unsubscribed; the next listener subscribes again', () => {
    const { store, listeners } = openTestbed();
    const leave = [store.listenTo('A', () => undefined), store.listenToAll(() => undefined)];
    for (const end of leave) end();
    expect(listeners.size).toBe(0);
    store.listenTo('A', () => undefined);
    expect(listeners.size).toBe(1);
  });
});

describe('a stopped price feed', () => {
  it('given prices stopped ten minutes ago, when a user arrives, then it is shown at once, with the true age', () => {
    vi.setSystemTime(1_000_000);
    const { store, emit } = openTestbed();
    store.listenToAll(() => undefined);
    emit({ A: 400_000 });
    expect(standstillAt(store.receivedAt(), Date.now())).toBe(600_000);
    emit({ A: 999_000 });
    expect(standstillAt(store.receivedAt(), Date.now())).toBeUndefined();
  });

  it('given no market has a newer price, then it is detected although updates arrive, and ends with the next price', () => {
    vi.setSystemTime(1_000_000);
    const { store, emit } = openTestbed();
    store.listenToAll(() => undefined);
    expect(standstillAt(store.receivedAt(), Date.now())).toBeUndefined();
    emit({ A: 1_000_000 });
    vi.setSystemTime(1_003_900);
    emit({ B: 1_000_000 });
    expect(standstillAt(store.receivedAt(), Date.now())).toBeUndefined();
    vi.setSystemTime(1_004_600);
    expect(standstillAt(store.receivedAt(), Date.now())).toBe(4_000);
    emit({ A: 1_004_500 });
    expect(standstillAt(store.receivedAt(), Date.now())).toBeUndefined();
  });
});
