const DIGITS = 7;

/** Returns the seed of everything that a run draws: order of tests, samples, looks of screens, and trials. */
export const seedOf = (commit: string): number => Number.parseInt(commit.slice(0, DIGITS), 16);
