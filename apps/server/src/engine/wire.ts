import type { RefusalParams } from '@app/base';
import type { RefusalCode } from '@app/protocol';

/** A command on its way to the owner of a shard. Ids are decimal text, as everywhere outside memory. */
export type Question = {
  readonly name: string;
  readonly user: string;
  readonly key: string;
  readonly route: string;
  /** SHA-256 of shard and body, in hex: the same key with other words, or for another shard, is another request. */
  readonly hash: string;
  /** After this the caller has given up, and nothing may happen any more. */
  readonly notAfterMs: number;
  readonly fields: unknown;
  /** Of the request that asks: logs of api and engine are joined by it. */
  readonly trace?: string | undefined;
};

export type Reply = { readonly ok: unknown } | { readonly refused: RefusalCode; readonly params?: RefusalParams };

export const subjectOf = (shard: string): string => `engine.${shard}`;

const TRACE_MAX = 64;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The bus is ours, and yet: what is no question is dropped here and cannot stop a batch later. */
export function parseRequest(rawPayload: unknown): Question | undefined {
  const question = rawPayload as Partial<Question> | null; // Looked at field by field below.
  const { name, user, key, route, hash, notAfterMs, trace } = question ?? {};
  const isOne =
    typeof name === 'string' &&
    typeof user === 'string' &&
    /^[1-9]\d{0,18}$/.test(user) &&
    typeof key === 'string' &&
    UUID.test(key) &&
    typeof route === 'string' &&
    typeof hash === 'string' &&
    /^[0-9a-f]{64}$/.test(hash) &&
    Number.isSafeInteger(notAfterMs) &&
    (trace === undefined || (typeof trace === 'string' && trace.length <= TRACE_MAX));
  return isOne ? (question as Question) : undefined;
}
