import * as z from 'zod/mini';
import { REFUSALS, type RefusalCode } from './errors/catalogue.ts';

/** Builds the one response shape of every success. */
export const success = <Data extends z.ZodMiniType>(data: Data) =>
  z.object({ type: z.literal('ok'), code: z.literal(1), message: z.string(), data });

/** Response shape of every refusal; `params` fill the message, `fields` report errors by field. */
export const refusal = z.object({
  type: z.union([z.literal(999), z.literal(998), z.literal('error')]),
  code: z.literal(0),
  message: z.string(),
  error: z.enum(Object.keys(REFUSALS) as [RefusalCode, ...RefusalCode[]]), // Never empty.
  params: z.optional(z.record(z.string(), z.string())),
  fields: z.optional(z.array(z.string())),
  trace: z.string(),
});

export type RefusalBody = z.output<typeof refusal>;
