import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { formatCode, INVITE_LENGTH, INVITE_LETTERS } from '@app/domain/auth';
import { CODE_DIGITS } from '@app/domain/checks';
import type { KeyRing } from '../../platform/key-ring.ts';

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;

/** 256 random bits: nothing to guess and nothing inside, so only the session's row says what it may do. */
export const makeToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** What has not even the form of a token need not be looked up. */
export const isToken = (text: string): boolean => TOKEN.test(text);

/** A token has too many bits to be found by trying, so a plain hash protects it. */
export const hashToken = (token: string): Buffer => sha256(token);

export const makeCode = (): string => formatCode(randomInt(10 ** CODE_DIGITS));

/** Names one request for a code: who asks for a new password elsewhere has another code, and tries of their own. */
export const makeCodeRequest = (): string => randomBytes(CODE_REQUEST_BYTES).toString('base64url');

const CODE_REQUEST_BYTES = 16;

/** What a code is bound to where it belongs to one request: the account and that request. */
export const boundToRequest = (account: string, request = ''): string => `${account} ${request}`;

export type BoundTo = { readonly account: string; readonly purpose: string };

/**
 * Hashed together with whom and what it is for: the same digits for somebody else are another hash. With a key, because
 * a million codes are tried in a second by whoever has copied the table.
 */
export const hashCode = (keys: KeyRing, code: string, { account, purpose }: BoundTo): Buffer =>
  keys.mac('code', JSON.stringify([purpose, account, code]));

export const isSameHash = (one: Buffer, other: Buffer): boolean => timingSafeEqual(one, other);

export const makeInviteCode = (): string =>
  Array.from({ length: INVITE_LENGTH }, () => INVITE_LETTERS[randomInt(INVITE_LETTERS.length)]).join('');

const sha256 = (text: string) => createHash('sha256').update(text).digest();
