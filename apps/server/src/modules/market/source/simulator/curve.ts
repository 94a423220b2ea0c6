import type { Market } from '@app/domain/market';
import { type Asset, assetOf } from './asset.ts';
import { type Key, keyOf } from './noise.ts';
import { type Stretch, walkAt, walkOver } from './walk.ts';

/** One market under one seed: everything simulated about it follows from these two. */
export type Simulated = { readonly market: Market; readonly seed: string };

/** The logarithm of a market's true price; every simulated venue quotes its own version. */
type Curve = {
  /** Yearly standard deviation. */
  readonly volatility: number;
  at(minute: number): number;
  over(stretch: Stretch): Float64Array;
};

/** Weight of one walk in a price. */
type Part = { readonly name: string; readonly key: Key; readonly weight: number };
type Making = { readonly logLevel: number; readonly parts: readonly Part[] };

/** Returns a market's curve: its level, plus the walks it follows and its own walk. */
export function curveOf({ market, seed }: Simulated): Curve {
  const { logLevel, parts } = makingOf(market, seed);
  return {
    volatility: Math.hypot(...parts.map(({ weight }) => weight)),
    at: (minute) => parts.reduce((sum, { key, weight }) => sum + weight * walkAt(key, minute), logLevel),
    over: (stretch) => {
      const points = new Float64Array(stretch.minutes * stretch.perMinute + 1).fill(logLevel);
      for (const { key, weight } of parts) addWeighted(points, walkOver(key, stretch), weight);
      return points;
    },
  };
}

function addWeighted(points: Float64Array, walk: Float64Array, weight: number): void {
  for (let index = 0; index < points.length; index++)
    points[index] = (points[index] ?? 0) + weight * (walk[index] ?? 0);
}

/**
 * Combines a market's walks. A currency pair is the base's value in dollars over the quote's, so that crosses always
 * agree with their legs.
 */
function makingOf(market: Market, seed: string): Making {
  const own = movesOf(market, market.base, seed);
  if (market.category !== 'forex') return own;
  const other = movesOf(market, market.quote, seed);
  const parts = new Map(own.parts.map((part) => [part.name, part]));
  for (const part of other.parts)
    parts.set(part.name, { ...part, weight: (parts.get(part.name)?.weight ?? 0) - part.weight });
  return { logLevel: own.logLevel - other.logLevel, parts: [...parts.values()] };
}

function movesOf(market: Market, name: string, seed: string): Making {
  if (name === 'USD') return { logLevel: 0, parts: [] };
  const asset = assetOf(name, market.category);
  const partOf = (kind: 'factor' | 'asset', of: string, share: number) => ({
    name: `${kind} ${of}`,
    key: keyOf(seed, kind, of),
    weight: share * asset.volatility,
  });
  const shared = Object.entries(asset.follows).map(([factor, share]) => partOf('factor', factor, share));
  return { logLevel: Math.log(asset.level), parts: [...shared, partOf('asset', name, ownShare(asset))] };
}

/** Returns the weight left for an asset's own walk, so that all parts together have its volatility. */
const ownShare = ({ follows }: Asset) =>
  Math.sqrt(1 - Object.values(follows).reduce((sum, share) => sum + share ** 2, 0));
