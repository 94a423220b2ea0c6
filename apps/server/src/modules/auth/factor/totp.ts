import { createGuardrails, generateSecret, generateURI, verifySync } from 'otplib';

/** Allows keys of 16 characters, as specified: 80 bits, less than the library's default minimum. */
const guardrails = createGuardrails({ MIN_SECRET_BYTES: 10 });
const ISSUER = 'Tidemark';
const BITS_PER_CHARACTER = 5;
/** Tolerance of one step of 30 seconds before and after, because phone clocks differ and users type slowly. */
const TOLERANCE_SECONDS = 30;

/** Creates a random base32 key of this many characters, or a few less where they are no whole number of bytes. */
export const makeAuthenticatorKey = (characters: number): string =>
  generateSecret({ length: Math.floor((characters * BITS_PER_CHARACTER) / 8) });

/** Returns the URI that a QR code shows to an authenticator app. */
export const authenticatorUri = (account: string, secret: string): string =>
  generateURI({ issuer: ISSUER, label: account, secret });

/**
 * Returns the step of RFC 6238 (SHA-1, 30 s, 6 digits) at which a key produces this code around a time; undefined where
 * none does.
 */
export function stepOf(secret: string, token: string, epoch: number): bigint | undefined {
  const result = verifySync({ secret, token, epoch, epochTolerance: TOLERANCE_SECONDS, guardrails });
  return result.valid && 'timeStep' in result ? BigInt(result.timeStep) : undefined;
}
