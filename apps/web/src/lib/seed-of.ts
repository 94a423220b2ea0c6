const COLOURS_AND_LEVELS = 997n;

/** Returns the seed of a user's generated avatar, the same for the same user. */
export const seedOf = (userId: string): number => Number(BigInt(userId) % COLOURS_AND_LEVELS);
