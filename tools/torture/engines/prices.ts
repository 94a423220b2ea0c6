import { seeded } from '../../trial/random.ts';
import type { Below } from './terms.ts';

/** A market of a rig. Steps of its price are ticks of its grid. */
export type RigMarket = {
  readonly id: number;
  readonly pricePlaces: number;
  readonly midTicks: number;
  readonly stepTicks: number;
};

/** Prices that all venues quote. */
export type Prices = {
  ticksOf(market: RigMarket, atMs: number): number;
  /** Markets about which the venues say nothing for a while. */
  readonly silent: Set<number>;
};

export const pricesOf = (ticksOf: Prices['ticksOf']): Prices => ({ ticksOf, silent: new Set() });

type Walk = {
  readonly markets: readonly RigMarket[];
  /** Share of its middle by which a price may leave it. */
  readonly band: number;
  moveOf(market: RigMarket, below: Below): number;
};

const EVERY_MS = 90;

/** Opens a random walk around the middle of each market. It moves once per block, and not at all in between. */
export function openWalk(seed: number, { markets, band, moveOf }: Walk): Prices {
  const below = seeded(seed);
  const at = new Map(markets.map(({ id, midTicks }) => [id, { ticks: midTicks, movedMs: 0 }]));
  /** Chooses a direction, back to the middle where the price is far from it. */
  const directionOf = ({ midTicks }: RigMarket, ticks: number): number => {
    const away = (ticks - midTicks) / midTicks / band;
    return below(1_000) / 1_000 > (1 + away) / 2 ? 1 : -1;
  };
  return pricesOf((market, atMs) => {
    const walk = at.get(market.id);
    if (walk === undefined) return market.midTicks;
    if (atMs - walk.movedMs >= EVERY_MS) {
      walk.ticks += directionOf(market, walk.ticks) * moveOf(market, below);
      walk.movedMs = atMs;
    }
    return walk.ticks;
  });
}
