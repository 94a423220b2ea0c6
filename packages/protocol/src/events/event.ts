import * as z from 'zod/mini';

/**
 * A fact published to modules that must not miss it. Named in the past tense and complete: a consumer never calls back
 * for more.
 */
export type Event<Schema extends z.ZodMiniType = z.ZodMiniType> = { readonly topic: string; readonly schema: Schema };

/** Defines an event; topics have the form `<module>.<noun>.<past-verb>`. */
export const event = <Schema extends z.ZodMiniType>(topic: string, schema: Schema): Event<Schema> => ({
  topic,
  schema,
});

/** Encodes an event for the outbox: amounts and ids become decimal text, like everywhere outside memory. */
export const toOutbox = <Schema extends z.ZodMiniType>(what: Event<Schema>, value: z.output<Schema>) => ({
  topic: what.topic,
  payload: z.encode(what.schema, value),
});
