import * as z from 'zod/mini';
import type { RefusalCode } from '../errors/catalogue.ts';

/** A frame with this as `prev` is all there is, as of its `seq`: what a reader starts with. */
export const FROM_THE_START = '';

const sequence = z.string().check(z.regex(/^\d{1,19}$/));

/** A frame of a public channel; what its `data` means is the channel's. Every frame names the one before it. */
export const publicFrame = z.object({
  channel: z.string(),
  prev: z.union([z.literal(FROM_THE_START), sequence]),
  seq: sequence,
  data: z.unknown(),
});
export type PublicFrame = z.infer<typeof publicFrame>;

/** `subscribe` and `unsubscribe` name one channel. */
export const subscribeRequest = z.object({ channel: z.string().check(z.maxLength(64)) });

/** No such channel, no such market, more channels than a socket may have; not now, ask again. */
export const SUBSCRIBE_REFUSALS = [
  'parameter_error',
  'not_found',
  'not_allowed',
  'engine_unavailable',
] as const satisfies readonly RefusalCode[];
export type SubscribeRefusal = (typeof SUBSCRIBE_REFUSALS)[number];

/** What `subscribe` is answered with: the channel from its start, or why not. Subscribing again is how to start again. */
export const subscribeAnswer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), frame: publicFrame }),
  z.object({ ok: z.literal(false), error: z.enum(SUBSCRIBE_REFUSALS) }),
]);
export type SubscribeAnswer = z.infer<typeof subscribeAnswer>;
