import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { formatCode, INVITE_LENGTH, INVITE_LETTERS } from '@app/domain/auth';
import { CODE_DIGITS } from '@app/domain/checks';
import type { KeyRing } from '../../platform/process/key-ring.ts';

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;

/**
 * Creates a token of 256 random bits: it cannot be guessed and carries no data, so only the session's row grants
 * rights.
 */
export const makeToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Returns whether a text has the form of a token, to save a lookup. */
export const isToken = (text: string): boolean => TOKEN.test(text);

/** Hashes a token. It has too many bits for brute force, so a plain hash is enough. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

export const makeCode = (): string => formatCode(randomInt(10 ** CODE_DIGITS));

/**
 * Creates the id of one code request, so that a password reset requested elsewhere has its own code and its own tries.
 */
export const makeCodeRequest = (): string => randomBytes(CODE_REQUEST_BYTES).toString('base64url');

const CODE_REQUEST_BYTES = 16;

/** Returns what a code is bound to where it belongs to one request: the account and that request. */
export const boundToRequest = (account: string, request = ''): string => `${account} ${request}`;

export type BoundTo = { readonly account: string; readonly purpose: string };

/**
 * Hashes a code together with its account and purpose, so that the same digits for another user have another hash.
 * Keyed, because a copy of the table would allow trying a million codes in a second.
 */
export const hashCode = (keys: KeyRing, code: string, { account, purpose }: BoundTo): Buffer =>
  keys.mac('code', JSON.stringify([purpose, account, code]));

export const isSameHash = (one: Buffer, other: Buffer): boolean => timingSafeEqual(one, other);

export const makeInviteCode = (): string =>
  Array.from({ length: INVITE_LENGTH }, () => INVITE_LETTERS[randomInt(INVITE_LETTERS.length)]).join('');
