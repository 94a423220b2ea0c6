import { seeded } from '../../trial/random.ts';
import { MARKETS, type Market } from './terms.ts';

/** Prices that walk around their middle, and markets whose venues say nothing for a while. */
export type Walk = {
  ticksOf(market: Market, atMs: number): number;
  readonly silent: Set<number>;
};

const EVERY_MS = 90;
const BAND = 0.01;

/** Opens a random walk for each market. It moves once per block, often not at all, so that some bets end flat. */
export function openWalk(seed: number): Walk {
  const below = seeded(seed);
  const at = new Map<number, { ticks: number; movedMs: number }>(
    MARKETS.map(({ id, midTicks }) => [id, { ticks: midTicks, movedMs: 0 }]),
  );
  const directionOf = ({ midTicks }: Market, ticks: number): number => {
    const away = (ticks - midTicks) / midTicks / BAND;
    return below(1_000) / 1_000 > (1 + away) / 2 ? 1 : -1;
  };
  return {
    silent: new Set(),
    ticksOf: (market, atMs) => {
      const walk = at.get(market.id);
      if (walk === undefined) return market.midTicks;
      if (atMs - walk.movedMs >= EVERY_MS) {
        const move = market.stepTicks === 1 ? Number(below(20) === 0) : below(market.stepTicks + 1);
        walk.ticks += directionOf(market, walk.ticks) * move;
        walk.movedMs = atMs;
      }
      return walk.ticks;
    },
  };
}
