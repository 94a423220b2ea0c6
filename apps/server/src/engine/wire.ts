import { hash } from 'node:crypto';
import type { RefusalParams } from '@app/base';
import type { RefusalCode } from '@app/protocol';

/** A command on its way to the owner of a shard. Ids are decimal text, as everywhere outside memory. */
export type Question = {
  readonly name: string;
  readonly user: string;
  readonly key: string;
  readonly route: string;
  /** SHA-256 of the request's body, in hex: the same key with another body is another request. */
  readonly hash: string;
  /** After this the caller has given up, and nothing may happen any more. */
  readonly notAfterMs: number;
  readonly fields: unknown;
};

export type Reply = { readonly ok: unknown } | { readonly refused: RefusalCode; readonly params?: RefusalParams };

export const subjectOf = (shard: string): string => `engine.${shard}`;

/**
 * Where a shard records what a key did: of the same millisecond, so that it ages like the key, and otherwise of its own. Two
 * books that are sent one key at once would else meet in one row, and one of them would fail. Of version 8, which no client
 * may send.
 */
export function slotOf(shard: string, key: string): string {
  const own = hash('sha256', `${shard}:${key}`);
  return `${key.slice(0, 14)}8${own.slice(0, 3)}-8${own.slice(3, 6)}-${own.slice(6, 18)}`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The bus is ours, and yet: what is no question is dropped here and cannot stop a batch later. */
export function readQuestion(said: unknown): Question | undefined {
  const question = said as Partial<Question> | null; // Looked at field by field below.
  const { name, user, key, route, hash, notAfterMs } = question ?? {};
  const isOne =
    typeof name === 'string' &&
    typeof user === 'string' &&
    /^[1-9]\d{0,18}$/.test(user) &&
    typeof key === 'string' &&
    UUID.test(key) &&
    typeof route === 'string' &&
    typeof hash === 'string' &&
    /^[0-9a-f]{64}$/.test(hash) &&
    Number.isSafeInteger(notAfterMs);
  return isOne ? (question as Question) : undefined;
}
