import { hash, verify } from '@node-rs/argon2';

/** Argon2id with OWASP's costs: 19 MiB, two passes. The library's default algorithm is argon2id. */
const COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The hash of something nobody knows, with the same costs: an unknown account takes as long as a known one. */
const NOBODYS = '$argon2id$v=19$m=19456,t=2,p=1$fdEQ9ew26oDANOLMlEbSFA$XWm0ilGPaJLfWarYXwE8pRtXWDqD+YLKt8br6ONPwFc';

/** The same characters typed on another keyboard may arrive in another form; they are one password. */
const canonical = (password: string) => password.normalize('NFC');

/** Slow on purpose: call it outside transactions. */
export const hashPassword = (password: string): Promise<string> => hash(canonical(password), COSTS);

/** Slow on purpose, on both paths: also where there is no hash to compare with. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const isRight = await verify(stored ?? NOBODYS, canonical(password));
  return isRight && stored !== undefined;
}
