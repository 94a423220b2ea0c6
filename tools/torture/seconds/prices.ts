import { openWalk, type Prices } from '../engines/prices.ts';
import { MARKETS } from './terms.ts';

const BAND = 0.01;

/** Opens prices that move in small steps, often not at all, so that some bets end flat. */
export const openPrices = (seed: number): Prices =>
  openWalk(seed, {
    markets: MARKETS,
    band: BAND,
    moveOf: ({ stepTicks }, below) => (stepTicks === 1 ? Number(below(20) === 0) : below(stepTicks + 1)),
  });
