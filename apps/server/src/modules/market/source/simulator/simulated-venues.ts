import { bell, hash, keyOf } from './noise.ts';

/** Three venues on the same curve: each quotes at its own interval, a little late, and has a share of the volume. */
export const SIMULATED_VENUES = [
  { source: 1, everyMs: 200, lateMs: 0, part: 0.5 },
  { source: 2, everyMs: 250, lateMs: 120, part: 0.3 },
  { source: 3, everyMs: 500, lateMs: 300, part: 0.2 },
] as const;

const DRIFT_MS = 20_000;
/** As a fraction of the yearly deviation: 1.5 basis points for a market of 50 %. */
const STRENGTH = 0.0003;

/** Returns a venue's offset from the curve, as a logarithm: it drifts slowly around zero. */
export function deviationOf(seed: string, symbol: string, source: number): (atMs: number) => number {
  const key = keyOf(seed, 'venue', symbol, String(source));
  return (atMs) => {
    const piece = Math.floor(atMs / DRIFT_MS);
    const place = atMs / DRIFT_MS - piece;
    return STRENGTH * (bell(hash(key, piece)) * (1 - place) + bell(hash(key, piece + 1)) * place);
  };
}
