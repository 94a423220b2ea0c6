/** Returns a whole number below its argument. */
export type Below = (end: number) => number;

/** Creates a seeded generator (mulberry32) of whole numbers below `end`: the same seed replays the same schedule. */
export function seeded(seed: number): Below {
  let state = seed >>> 0;
  return (end) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  };
}

const COMMIT_DIGITS = 12;

/** Returns the seed of a commit's hash, as the page check takes it: a landing draws the same wherever it is repeated. */
export const seedOfCommit = (hash: string): number => Number.parseInt(hash.slice(0, COMMIT_DIGITS), 16);
