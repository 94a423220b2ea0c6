import { createPasswords, type PasswordCost } from '../src/modules/auth/account/password-hash.ts';

/** For tests that count hundreds of guesses: the count does not depend on the cost of one. */
export const CHEAP_COST: PasswordCost = { memoryCost: 64, timeCost: 1, parallelism: 1 };

export const cheapPasswords = createPasswords(CHEAP_COST);
