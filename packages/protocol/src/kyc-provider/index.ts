import { CASE_LEVELS, DOCUMENT_TYPES, PICTURES, VERDICTS } from '@app/domain/kyc';
import * as z from 'zod/mini';

/**
 * What is sent to an identity provider about a case, and what it answers later (server/modules/kyc/README.md). Apart from
 * `kyc`, so that browsers do not load it.
 */

export const PROVIDER_HEADERS = {
  /** Of a case: its reference. Of a verdict: its own id. */
  id: 'tidemark-id',
  /** Seconds since 1970. */
  timestamp: 'tidemark-timestamp',
  signature: 'tidemark-signature',
} as const;

/** Path at which verdicts are received. */
export const VERDICT_PATH = '/plus/kyc/provider';

/** Names the case to the provider and nowhere else. */
const reference = z.string().check(z.regex(/^[0-9a-f]{32}$/));

export const providerCase = z.object({
  reference,
  level: z.union([z.literal(CASE_LEVELS[0]), z.literal(CASE_LEVELS[1])]),
  /** ISO 3166, as the user stated it; level 2 states none. */
  country: z.nullable(z.string()),
  document: z.enum(DOCUMENT_TYPES),
  pictures: z.array(z.object({ part: z.enum(PICTURES), content_type: z.string(), data: z.string() })),
});

export const verdictId = z.string().check(z.regex(/^[\w-]{8,64}$/));

export const providerVerdict = z.strictObject({
  reference,
  verdict: z.enum(VERDICTS),
  /** Codes of our reasons for a rejection; the database knows those of each level. */
  reasons: z.array(z.string().check(z.regex(/^[a-z]+(_[a-z]+)*$/), z.maxLength(40))).check(z.maxLength(20)),
});
