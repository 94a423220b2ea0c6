import * as z from 'zod/mini';
import type { RefusalCode } from '../errors/catalogue.ts';

/** `prev` of a snapshot: the complete state as of its `seq`, from which a reader starts. */
export const FROM_THE_START = '';

const sequence = z.string().check(z.regex(/^\d{1,19}$/));

/** A frame of a public channel; the channel defines its `data`. Every frame names the one before it. */
export const publicFrame = z.object({
  channel: z.string(),
  prev: z.union([z.literal(FROM_THE_START), sequence]),
  seq: sequence,
  data: z.unknown(),
});
export type PublicFrame = z.infer<typeof publicFrame>;

/** `subscribe` and `unsubscribe` name one channel. */
export const subscribeRequest = z.object({ channel: z.string().check(z.maxLength(64)) });

/** Unknown channel, unknown market, too many channels on the socket; temporarily unavailable, retry. */
export const SUBSCRIBE_REFUSALS = [
  'parameter_error',
  'not_found',
  'not_allowed',
  'engine_unavailable',
] as const satisfies readonly RefusalCode[];
export type SubscribeRefusal = (typeof SUBSCRIBE_REFUSALS)[number];

/** Response to `subscribe`: the channel's snapshot, or a refusal. Subscribing again returns a new snapshot. */
export const subscribeAnswer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), frame: publicFrame }),
  z.object({ ok: z.literal(false), error: z.enum(SUBSCRIBE_REFUSALS) }),
]);
export type SubscribeAnswer = z.infer<typeof subscribeAnswer>;
