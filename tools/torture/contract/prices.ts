import { openWalk, type Prices } from '../engines/prices.ts';
import { MARKETS } from './terms.ts';

const BAND = 0.12;
const GAP = 0.035;

/** Opens prices that move in small steps, with a gap now and then. */
export const openPrices = (seed: number): Prices =>
  openWalk(seed, {
    markets: MARKETS,
    band: BAND,
    moveOf: ({ midTicks, stepTicks }, below) => {
      const dice = below(100);
      if (dice < 4) return Math.round((midTicks * GAP * (20 + below(80))) / 100);
      if (dice < 25) return 3 * stepTicks + below(4 * stepTicks);
      return below(stepTicks + 1);
    },
  });
