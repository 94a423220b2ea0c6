import { hash, verify } from '@node-rs/argon2';

/** Cost of one hash: KiB of memory, passes over it, lanes. */
export type PasswordCost = { readonly memoryCost: number; readonly timeCost: number; readonly parallelism: number };

/** Argon2id at OWASP's cost: 19 MiB, two passes. `createApi` takes it from here and from no configuration. */
export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Stored for a closed account: no password has this hash. */
export const NO_PASSWORD = '$argon2id$closed';

/** Password hashing. Slow by design: call both functions outside transactions. */
export type Passwords = {
  hash(password: string): Promise<string>;
  /** Takes equally long without a stored hash, so that timing does not reveal whether an account exists. */
  matches(password: string, stored: string | undefined): Promise<boolean>;
};

/**
 * Creates the password hasher. The library's default algorithm is argon2id. A comparison costs what the stored hash
 * specifies.
 */
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

/** Returns a hash that no known password produces. */
const nobodysHash = ({ memoryCost, timeCost, parallelism }: PasswordCost) =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$fdEQ9ew26oDANOLMlEbSFA$XWm0ilGPaJLfWarYXwE8pRtXWDqD+YLKt8br6ONPwFc`;

/** Normalises to NFC: the same characters typed on another keyboard may arrive in another Unicode form. */
const canonical = (password: string) => password.normalize('NFC');
