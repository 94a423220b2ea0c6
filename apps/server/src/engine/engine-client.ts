import { createHash } from 'node:crypto';
import { Refusal } from '@app/base';
import { type Bus, RequestFailed } from '../platform/bus/bus.ts';
import { refuseUnusableKey } from '../platform/db/idempotency.ts';
import { effectTrace, noteEffectBegun, noteEffectDone } from '../platform/http/effect-progress.ts';
import { type CommandRequest, type Reply, subjectOf } from './wire.ts';

export type EngineCommand = {
  readonly name: string;
  readonly userId: bigint;
  readonly key: string;
  /** Method and path, as stored in the idempotency record. */
  readonly route: string;
  /** Canonical body, which the idempotency record compares. */
  readonly body: string;
  /** JSON; amounts and ids are decimal text. */
  readonly fields: unknown;
};

/** Sends a command to the owner of a shard and returns its answer. */
export type Engine = { request(shard: string, command: EngineCommand): Promise<unknown> };

const NOT_AFTER_MS = 5_000;
/** Longer than a command may wait, so that after a timeout the command is certain not to start any more. */
const WITHIN_MS = 6_500;

/**
 * Creates the engine client. No owner: certainly not executed (`engine_unavailable`). No answer: outcome unknown
 * (`result_unknown`), and the caller repeats the same request with the same key.
 */
export function createEngineClient(bus: Bus, nowMs: () => number = Date.now): Engine {
  return {
    request: async (shard, command) => {
      refuseUnusableKey(command.key, nowMs());
      noteEffectBegun();
      const reply = (await bus
        .request(subjectOf(shard), toRequest(shard, command, nowMs() + NOT_AFTER_MS), WITHIN_MS)
        .catch(refuseUnanswered)) as Reply; // Sent by the shard's owner.
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
): CommandRequest => ({
  name,
  user: String(userId),
  key,
  route,
  notAfterMs,
  fields,
  trace: effectTrace(),
  // The same body sent to another shard is a different request.
  hash: createHash('sha256').update(`${shard}:${body}`).digest('hex'),
});

function refuseUnanswered(error: unknown): never {
  if (!(error instanceof RequestFailed)) throw error;
  throw new Refusal(error.isDelivered ? 'result_unknown' : 'engine_unavailable');
}
