import { hash, verify } from '@node-rs/argon2';

/** What one hash costs: KiB of memory, passes over it, lanes. */
export type PasswordCost = { readonly memoryCost: number; readonly timeCost: number; readonly parallelism: number };

/** Argon2id at OWASP's cost: 19 MiB, two passes. `createApi` takes it from here and from no configuration. */
export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Slow on purpose: call both outside transactions. */
export type Passwords = {
  hash(password: string): Promise<string>;
  /** Takes equally long without a stored hash: an unknown account answers no sooner than a known one. */
  matches(password: string, stored: string | undefined): Promise<boolean>;
};

/** The library's default algorithm is argon2id. Comparing costs what the stored hash says. */
export function createPasswords(cost: PasswordCost): Passwords {
  const nobodys = nobodysHash(cost);
  return {
    hash: (password) => hash(canonical(password), cost),
    matches: async (password, stored) => {
      const isRight = await verify(stored ?? nobodys, canonical(password));
      return isRight && stored !== undefined;
    },
  };
}

/** Nobody knows what has this hash. */
const nobodysHash = ({ memoryCost, timeCost, parallelism }: PasswordCost) =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$fdEQ9ew26oDANOLMlEbSFA$XWm0ilGPaJLfWarYXwE8pRtXWDqD+YLKt8br6ONPwFc`;

/** The same characters typed on another keyboard may arrive in another form; they are one password. */
const canonical = (password: string) => password.normalize('NFC');
