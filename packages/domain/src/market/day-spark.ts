import type { Price } from '@app/money';
import type { Candle } from './candle.ts';

const STEP_MS = 1_800_000;
/** Half-hour steps in a day: the resolution a 64-pixel curve can show. */
const STEPS = 48;

export type DaySpark = { readonly open: Price; readonly values: readonly Price[] };

/**
 * Returns the last 24 hours as 48 prices, oldest first: the price at the end of each half hour, the last one being the
 * last bar's close. Takes bars of any length in time order; before the first bar its open is used. Returns undefined
 * without bars.
 */
export function daySpark(candles: readonly Candle[], nowMs: number): DaySpark | undefined {
  const fromMs = nowMs - STEPS * STEP_MS;
  const day = candles.filter(({ startMs }) => startMs >= fromMs && startMs <= nowMs);
  const first = day[0];
  if (first === undefined) return undefined;
  let at: number = 0;
  let holds: Price = first.open;
  const values = Array.from({ length: STEPS }, (_, step) => {
    const endMs = fromMs + (step + 1) * STEP_MS;
    for (let next = day[at]; next !== undefined && (next.startMs < endMs || step === STEPS - 1); next = day[++at])
      holds = next.close;
    return holds;
  });
  return { open: first.open, values };
}
