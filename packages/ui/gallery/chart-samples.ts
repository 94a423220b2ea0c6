import { type Decimal, max, min, type Price, parseDecimal } from '@app/money';
import type { KlineBar, KlineSource } from '../src/index.ts';

const HOUR_MS = 3_600_000;
const END_MS = Date.UTC(2025, 10, 14, 14);
const LENGTH = 900;
const PAGE = 300;
const START = 67_842;

/** Creates a deterministic generator of numbers between 0 and 1. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const price = (value: number) => parseDecimal<Price>(value.toFixed(1));

/** Generates the bars of a fictional market, walking backwards so that it ends at a fixed price; oldest first. */
export function generatedBars(seed: number, endMs = END_MS, stepMs = HOUR_MS): readonly KlineBar[] {
  const next = chance(seed);
  const bars: KlineBar[] = [];
  let close = START;
  for (let index = 0; index < LENGTH; index += 1) {
    const open = close - (next() - 0.485) * close * 0.006;
    const top = Math.max(open, close);
    const foot = Math.min(open, close);
    const high = top + next() ** 3 * close * 0.005;
    const low = foot - next() ** 3 * close * 0.005;
    const volume = price(60 + next() ** 2 * 900);
    bars.push({
      time: endMs - index * stepMs,
      open: price(open),
      high: price(high),
      low: price(low),
      close: price(close),
      volume,
    });
    close = open;
  }
  return bars.reverse();
}

const UNHEARD = () => () => undefined;
const TICK_MS = 250;

/** Moves the last bar four times a second; every tenth time a new one begins. */
const restless =
  (last: KlineBar, stepMs: number): KlineSource['listen'] =>
  (onBars) => {
    const next = chance(7);
    let bar = last;
    let count = 0;
    const timer = setInterval(() => {
      count += 1;
      const close = price(START + (next() - 0.5) * 200);
      const isNew = count % 10 === 0;
      const begun = { time: bar.time + stepMs, open: bar.close, high: bar.close, low: bar.close, volume: price(12) };
      bar = { ...bar, ...(isNew ? begun : {}), close };
      bar = { ...bar, high: max<Decimal>(close, bar.high), low: min<Decimal>(close, bar.low) };
      onBars([bar]);
    }, TICK_MS);
    return () => clearInterval(timer);
  };

/** Creates a source like a page's, with paged history; live on request. */
export function generatedSource(key: string, bars: readonly KlineBar[], isAlive = false): KlineSource {
  const last = bars.at(-1);
  return {
    key,
    load: (before = Number.POSITIVE_INFINITY) => {
      const known = bars.filter(({ time }) => time < before);
      return Promise.resolve({ bars: known.slice(-PAGE), isFirst: known.length <= PAGE });
    },
    listen: isAlive && last !== undefined ? restless(last, HOUR_MS) : UNHEARD,
  };
}
