import { pricesOf, type RigMarket } from '../engines/prices.ts';

const PERIOD_MS = 16_000;
const SWING_STEPS = 12;

/**
 * Returns a market's price in ticks: a wave of 12 basis points, wider than the house's spread, so that its quotes reach
 * resting orders from both sides.
 */
export function indexTicks({ midTicks, stepTicks }: RigMarket, atMs: number): number {
  const phase = (atMs % PERIOD_MS) / PERIOD_MS;
  const height = phase < 0.5 ? 4 * phase - 1 : 3 - 4 * phase;
  return midTicks + Math.round(SWING_STEPS * stepTicks * height);
}

export const openPrices = () => pricesOf(indexTicks);
