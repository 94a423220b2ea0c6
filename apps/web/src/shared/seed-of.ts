const COLOURS_AND_LEVELS = 997n;

/** The same person always has the same water. */
export const seedOf = (userId: string): number => Number(BigInt(userId) % COLOURS_AND_LEVELS);
