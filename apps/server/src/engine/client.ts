import { hash } from 'node:crypto';
import { Refusal } from '@app/base';
import {
  type EngineCommand,
  type EngineReply,
  encodeCommand,
  engineReply,
  type engineRequest,
} from '@app/protocol/engine';
import * as z from 'zod/mini';
import type { Bus } from '../platform/bus/bus.ts';
import { RequestFailed } from '../platform/bus/signed-requests.ts';
import { refuseUnusableKey } from '../platform/db/idempotency.ts';
import { noteEffectBegun, noteEffectDone } from '../platform/http/effect-progress.ts';
import { currentTraceId, currentTraceparent } from '../platform/process/trace.ts';

/** The sender of a command, and the fields that identify a replay of it. */
export type CommandSource = {
  readonly userId: bigint;
  readonly key: string;
  /** Method and path, as stored in the idempotency record. */
  readonly route: string;
  /** Canonical body, which the idempotency record compares. */
  readonly body: string;
};

/** Sends a command to the leader of a shard and returns its answer, which is already in wire format. */
export type Engine = {
  request<Command extends EngineCommand>(
    shard: string,
    source: CommandSource,
    command: Command,
    fields: z.output<Command['fields']>,
  ): Promise<z.input<Command['answer']>>;
};

/** Bus subject of a shard's leader. */
export const subjectOf = (shard: string): string => `engine.${shard}`;

const NOT_AFTER_MS = 5_000;
/** Longer than a command may wait, so that after a timeout the command is certain not to start any more. */
const WITHIN_MS = 6_500;

/**
 * Creates the engine client. No owner: certainly not executed (`engine_unavailable`). No answer: outcome unknown
 * (`result_unknown`), and the caller repeats the same request with the same key.
 */
export function createEngineClient(bus: Bus, nowMs: () => number = Date.now): Engine {
  return {
    request: async (shard, source, command, fields) => {
      refuseUnusableKey(source.key, nowMs());
      noteEffectBegun();
      // Written as it travels: each value is our own or was checked above, and the leader checks every field again.
      const request: z.input<typeof engineRequest> = {
        ...encodeCommand(command, fields),
        user: String(source.userId),
        key: source.key,
        route: source.route,
        notAfterMs: nowMs() + NOT_AFTER_MS,
        trace: currentTraceparent() ?? currentTraceId(),
        // The same body sent to another shard is a different request.
        hash: hash('sha256', `${shard}:${source.body}`),
      };
      const reply = readReply(await bus.request(subjectOf(shard), request, WITHIN_MS).catch(refuseUnanswered));
      if ('refused' in reply) throw new Refusal(reply.refused, reply.params);
      noteEffectDone();
      return reply.ok as z.input<(typeof command)['answer']>; // Encoded by the shard's leader.
    },
  };
}

/** Reads a reply. An unreadable one says nothing about what happened; an answer is passed on as it is. */
function readReply(payload: unknown): EngineReply {
  if (typeof payload === 'object' && payload !== null && 'ok' in payload) return { ok: payload.ok };
  const reply = z.safeDecode(engineReply, payload as never); // Any input; validated here.
  if (!reply.success) throw new Refusal('result_unknown');
  return reply.data;
}

function refuseUnanswered(error: unknown): never {
  if (!(error instanceof RequestFailed)) throw error;
  throw new Refusal(error.isDelivered ? 'result_unknown' : 'engine_unavailable');
}
