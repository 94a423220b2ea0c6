import { assert } from '@app/base';
import type { Candle, Market } from '@app/domain/market';
import { type Amount, multiplyByCount, type Price } from '@app/money';

/**
 * Bars as counts of the market's own steps, six numbers each: a quarter of the memory of bars with amounts, and
 * transferable between threads at no cost. Only for values on the grid, as all computed ones are.
 */
export type PackedBars = Float64Array<ArrayBuffer>;

type Grid = Pick<Market, 'priceTick' | 'lot'>;
const NUMBERS_A_BAR = 6;

export function packBars(candles: readonly Candle[], { priceTick, lot }: Grid): PackedBars {
  const packed = new Float64Array(candles.length * NUMBERS_A_BAR);
  const stepsOf = (value: Price) => countOf(value, priceTick);
  for (const [index, { startMs, open, high, low, close, volume }] of candles.entries())
    packed.set(
      [startMs, stepsOf(open), stepsOf(high), stepsOf(low), stepsOf(close), countOf(volume, lot)],
      index * NUMBERS_A_BAR,
    );
  return packed;
}

/** Unpacks the bars that begin within a range; its end is exclusive. */
export function unpackBars(
  packed: PackedBars,
  { priceTick, lot }: Grid,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Candle[] {
  const candles: Candle[] = [];
  for (let at = 0; at < packed.length; at += NUMBERS_A_BAR) {
    const startMs = packed[at] ?? 0;
    if (startMs < fromMs || startMs >= toMs) continue;
    const price = (offset: number): Price => multiplyByCount(priceTick, packed[at + offset] ?? 0);
    const volume: Amount = multiplyByCount(lot, packed[at + 5] ?? 0);
    candles.push({ startMs, open: price(1), high: price(2), low: price(3), close: price(4), volume });
  }
  return candles;
}

function countOf(value: bigint, step: bigint): number {
  const count = Number(value / step);
  assert(value % step === 0n && Number.isSafeInteger(count), 'a bar lies on its market’s grid');
  return count;
}
