import { createGuardrails, generateSecret, generateURI, verifySync } from 'otplib';

/** Keys of 16 characters are the specification's: 80 bits, which the library by itself finds short. */
const guardrails = createGuardrails({ MIN_SECRET_BYTES: 10 });
const ISSUER = 'Tidemark';
const BITS_PER_CHARACTER = 5;
/** One step of 30 seconds before and after: clocks of phones differ, and people type slowly. */
const TOLERANCE_SECONDS = 30;

/** A random key in base32, of so many characters or, where they are no whole bytes, a few less. */
export const makeAuthenticatorKey = (characters: number): string =>
  generateSecret({ length: Math.floor((characters * BITS_PER_CHARACTER) / 8) });

/** What a QR code shows to an authenticator app. */
export const authenticatorUri = (account: string, secret: string): string =>
  generateURI({ issuer: ISSUER, label: account, secret });

/** The step of RFC 6238 (SHA-1, 30 s, 6 digits) at which a key shows this code around a time; nothing where it does not. */
export function stepOf(secret: string, token: string, epoch: number): bigint | undefined {
  const result = verifySync({ secret, token, epoch, epochTolerance: TOLERANCE_SECONDS, guardrails });
  return result.valid && 'timeStep' in result ? BigInt(result.timeStep) : undefined;
}
