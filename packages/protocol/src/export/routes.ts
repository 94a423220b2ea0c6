import { EXPORT_ERRORS, EXPORT_KINDS, EXPORT_STATES, PLAIN_KINDS } from '@app/domain/export';
import * as z from 'zod/mini';
import { flag, id, listOf, paging, timeMs } from '../fields.ts';
import { route } from '../route.ts';
import { stepUpFields } from '../step-up-fields.ts';

const language = z.enum(['en', 'hk', 'jp', 'th', 'kor', 'spa', 'ida', 'vi', 'tur', 'zh']);
const period = z.string().check(z.regex(/^2\d{3}(-(0[1-9]|1[0-2]))?$/));
z.globalRegistry.add(period, { description: 'A month (`2025-10`) or a year (`2025`) in UTC.', example: '2025-10' });

const job = z.object({
  id,
  kind: z.enum(EXPORT_KINDS),
  /** The month or year in UTC; null for a file without a period. */
  period: z.nullable(period),
  language,
  status: z.enum(EXPORT_STATES),
  /** In percent. */
  progress: z.int(),
  at: timeMs,
  ended_at: z.nullable(timeMs),
  /** When the file is deleted; null while there is none. */
  expires_at: z.nullable(timeMs),
  /** Whether the file was deleted by age. */
  expired: flag,
  filename: z.nullable(z.string()),
  bytes: z.nullable(z.int()),
  /** Of the file, as hex digits. */
  sha256: z.nullable(z.string()),
  error: z.nullable(z.enum(EXPORT_ERRORS)),
});

export const createExport = route({
  method: 'POST',
  path: '/plus/exports',
  access: 'user',
  description:
    'Requests a file about the caller’s account in the active account mode. A worker makes it; a notice tells when it is ready. `language` is that of the texts in it, by default that of the call.',
  request: z.object({ kind: z.enum(PLAIN_KINDS), period: z.optional(period), language: z.optional(language) }),
  response: job,
  refusals: ['too_many_exports', 'too_many_requests', 'export_font_missing'],
  effect: true,
  beyond: true,
});

export const exportData = route({
  method: 'POST',
  path: '/plus/exports/data',
  access: 'user',
  description: 'Requests a file with everything stored about the caller, in both account modes, with step-up.',
  request: z.object({ ...stepUpFields }),
  response: job,
  refusals: ['too_many_exports', 'too_many_requests'],
  effect: true,
  stepUp: { policy: 'account', codePurpose: 'data' },
  beyond: true,
});

export const listExports = route({
  method: 'GET',
  path: '/plus/exports',
  access: 'user',
  description: 'Lists the files the caller requested in the active account mode within 30 days, newest first.',
  request: z.object({ ...paging }),
  response: listOf(job),
  refusals: [],
  beyond: true,
});

export const stopExport = route({
  method: 'POST',
  path: '/plus/exports/stop',
  access: 'user',
  description: 'Stops a file that waits or is being made. One that has ended stays as it is.',
  request: z.object({ id }),
  response: job,
  refusals: ['not_found'],
  beyond: true,
});

export const openExport = route({
  method: 'GET',
  path: '/plus/exports/file',
  access: 'user',
  description: 'Sends a file that is ready to the user who requested it, in either account mode.',
  request: z.object({ id }),
  response: z.unknown(),
  refusals: ['not_found'],
  download: 'application/octet-stream',
  beyond: true,
});
