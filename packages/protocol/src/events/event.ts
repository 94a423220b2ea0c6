import * as z from 'zod/mini';

/** Something that happened, for modules that must not miss it. Past tense, and complete: a reader never calls back for more. */
export type Event<Schema extends z.ZodMiniType = z.ZodMiniType> = { readonly topic: string; readonly schema: Schema };

/** Topics read `<module>.<noun>.<past-verb>`. */
export const event = <Schema extends z.ZodMiniType>(topic: string, schema: Schema): Event<Schema> => ({
  topic,
  schema,
});

/** As the outbox keeps it: amounts and ids become decimal text, like everywhere outside memory. */
export const toOutbox = <Schema extends z.ZodMiniType>(what: Event<Schema>, value: z.output<Schema>) => ({
  topic: what.topic,
  payload: z.encode(what.schema, value),
});
