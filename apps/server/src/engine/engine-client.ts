import { createHash } from 'node:crypto';
import { Refusal } from '@app/base';
import { type Bus, RequestFailed } from '../platform/bus.ts';
import { effectTrace, noteEffectBegun, noteEffectDone } from '../platform/effect-progress.ts';
import { refuseUnusableKey } from '../platform/idempotency.ts';
import { type Question, type Reply, subjectOf } from './wire.ts';

export type EngineCommand = {
  readonly name: string;
  readonly userId: bigint;
  readonly key: string;
  /** Method and path, as the idempotency record names it. */
  readonly route: string;
  /** Canonical: what the record compares. */
  readonly body: string;
  /** JSON: amounts and ids are decimal text. */
  readonly fields: unknown;
};

/** The way from a request to the owner of a shard and back. */
export type Engine = { request(shard: string, command: EngineCommand): Promise<unknown> };

const NOT_AFTER_MS = 5_000;
/** Longer than a command may wait, so that whoever gives up knows that nothing will begin any more. */
const WITHIN_MS = 6_500;

/**
 * No owner: certainly not executed (`engine_unavailable`). No answer: nobody knows (`result_unknown`), and the caller
 * repeats the same request with the same key.
 */
export function createEngineClient(bus: Bus, nowMs: () => number = Date.now): Engine {
  return {
    request: async (shard, command) => {
      refuseUnusableKey(command.key, nowMs());
      noteEffectBegun();
      const reply = (await bus
        .request(subjectOf(shard), toRequest(shard, command, nowMs() + NOT_AFTER_MS), WITHIN_MS)
        .catch(refuseUnanswered)) as Reply; // The owner's own words.
      if ('ok' in reply) {
        noteEffectDone();
        return reply.ok;
      }
      throw new Refusal(reply.refused, reply.params);
    },
  };
}

const toRequest = (
  shard: string,
  { name, userId, key, route, body, fields }: EngineCommand,
  notAfterMs: number,
): Question => ({
  name,
  user: String(userId),
  key,
  route,
  notAfterMs,
  fields,
  trace: effectTrace(),
  // The same words to another shard are another request.
  hash: createHash('sha256').update(`${shard}:${body}`).digest('hex'),
});

function refuseUnanswered(error: unknown): never {
  if (!(error instanceof RequestFailed)) throw error;
  throw new Refusal(error.isDelivered ? 'result_unknown' : 'engine_unavailable');
}
