import { seeded } from '../../trial/random.ts';
import { MARKETS, type Market } from './terms.ts';

/** Prices move in small steps, with a gap now and then; they stay within a band around the middle. */
export type Walk = { ticksOf(market: Market, atMs: number): number };

const BAND = 0.12;
const GAP = 0.035;
const EVERY_MS = 90;

/** Opens a random walk for each market. It moves once per block, and not at all in between. */
export function openWalk(seed: number): Walk {
  const below = seeded(seed);
  const at = new Map<number, { ticks: number; movedMs: number }>(
    MARKETS.map(({ id, midTicks }) => [id, { ticks: midTicks, movedMs: 0 }]),
  );
  /** Chooses a direction, back to the middle where the price is far from it. */
  const directionOf = ({ midTicks }: Market, ticks: number): number => {
    const away = (ticks - midTicks) / midTicks / BAND;
    return below(1_000) / 1_000 > (1 + away) / 2 ? 1 : -1;
  };
  const moveOf = ({ midTicks, stepTicks }: Market): number => {
    const dice = below(100);
    if (dice < 4) return Math.round((midTicks * GAP * (20 + below(80))) / 100);
    if (dice < 25) return 3 * stepTicks + below(4 * stepTicks);
    return below(stepTicks + 1);
  };
  return {
    ticksOf: (market, atMs) => {
      const walk = at.get(market.id);
      if (walk === undefined) return market.midTicks;
      if (atMs - walk.movedMs >= EVERY_MS) {
        walk.ticks += directionOf(market, walk.ticks) * moveOf(market);
        walk.movedMs = atMs;
      }
      return walk.ticks;
    },
  };
}
