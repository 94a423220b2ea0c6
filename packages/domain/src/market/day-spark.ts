import type { Price } from '@app/money';
import type { Candle } from './candle.ts';

const STEP_MS = 1_800_000;
/** A day in half hours: what a curve of 64 pixels can show. */
const STEPS = 48;

export type DaySpark = { readonly open: Price; readonly values: readonly Price[] };

/**
 * The last 24 hours in 48 prices, oldest first: what held at the end of each half hour, and the last bar's close at the
 * end. From bars in order of time, whatever their lengths; before the first of them its open holds. None without a bar.
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
