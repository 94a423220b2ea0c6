import type { RefusalParams } from '@app/base';
import type { RefusalCode } from '@app/protocol';

/** Command sent to the owner of a shard. Ids are decimal text, as everywhere outside memory. */
export type CommandRequest = {
  readonly name: string;
  readonly user: string;
  readonly key: string;
  readonly route: string;
  /** SHA-256 of shard and body, in hex: the same key with another body, or for another shard, is another request. */
  readonly hash: string;
  /** Deadline after which the caller has given up and the command must not execute. */
  readonly notAfterMs: number;
  readonly fields: unknown;
  /** Trace id of the request; it joins the logs of api and engine. */
  readonly trace?: string | undefined;
};

export type Reply = { readonly ok: unknown } | { readonly refused: RefusalCode; readonly params?: RefusalParams };

export const subjectOf = (shard: string): string => `engine.${shard}`;

const TRACE_MAX = 64;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Validates a bus message. The bus is internal, but dropping malformed requests here keeps them from breaking a batch
 * later.
 */
export function parseRequest(rawPayload: unknown): CommandRequest | undefined {
  const question = rawPayload as Partial<CommandRequest> | null; // Validated field by field below.
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
  return isOne ? (question as CommandRequest) : undefined;
}
