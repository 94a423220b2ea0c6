import type { Price } from '@app/money';
import { useEffect } from 'react';
import { quotes } from '../../../data/market/quotes.ts';

/** A price of the index at a time. */
export type Point = { readonly at: number; readonly price: Price };

/** Kept for the longest bet and the time before it. */
const KEPT_MS = 1_200_000;
const POINTS_MAX = 6_000;

/** Adds a price that is newer than the last, and drops what is too old to be drawn. */
export function addPoint(trail: Point[], point: Point): void {
  const last = trail.at(-1);
  if (last !== undefined && point.at <= last.at) return;
  trail.push(point);
  const since = point.at - KEPT_MS;
  const kept = trail.findIndex(({ at }) => at >= since);
  const excess = Math.max(kept, trail.length - POINTS_MAX);
  if (excess > 0) trail.splice(0, excess);
}

const NONE: readonly Point[] = [];
/** Prices since the page was opened, outside of React; they stay when the user looks at another market. */
const trails = new Map<string, Point[]>();

/** Returns the prices of a market that arrived while it was followed, oldest first. */
export const trailOf = (symbol: string): readonly Point[] => trails.get(symbol) ?? NONE;

/** Follows a market's price while the component is mounted, without rendering it. */
export function useTrail(symbol: string): void {
  useEffect(() => {
    const trail = trails.get(symbol) ?? [];
    trails.set(symbol, trail);
    const note = () => {
      const quote = quotes.quoteOf(symbol);
      if (quote !== undefined) addPoint(trail, { at: quote.at, price: quote.price });
    };
    note();
    return quotes.listenTo(symbol, note);
  }, [symbol]);
}
