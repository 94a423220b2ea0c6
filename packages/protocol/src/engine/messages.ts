import * as z from 'zod/mini';
import { REFUSALS, type RefusalCode } from '../errors/catalogue.ts';
import { id } from '../fields.ts';

/** Command sent to the leader of a shard, which drops a malformed one before it can fail a batch. */
export const engineRequest = z.object({
  name: z.string(),
  user: id,
  key: z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)),
  /** Method and path of the call. */
  route: z.string(),
  /** SHA-256 of shard and body, in hex: the same key with another body, or for another shard, is another request. */
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** Deadline after which the caller has given up and the command must not execute. */
  notAfterMs: z.int(),
  /** Decoded by the product that has the command. */
  fields: z.unknown(),
  /** `traceparent` of the call if it is recorded, otherwise its trace id, which joins the logs of api and engine. */
  trace: z.optional(z.string().check(z.maxLength(64))),
});
export type EngineRequest = z.output<typeof engineRequest>;

/** Command in the inbox, with the user it is executed for, if any. No caller waits for its answer. */
export const inboxCommand = z.object({
  name: z.string(),
  user: z.optional(id),
  fields: z.unknown(),
  /** Identity of a command that a tick or a due time has triggered. */
  key: z.optional(z.string()),
});

const refusalCode = z.custom<RefusalCode>((value) => typeof value === 'string' && Object.hasOwn(REFUSALS, value));
const params = z.record(z.string(), z.string());

/** Answer of a shard's leader. */
export const engineReply = z.union([
  z.object({ ok: z.unknown() }),
  z.object({ refused: refusalCode, params: z.optional(params) }),
]);
export type EngineReply = z.output<typeof engineReply>;
