import { NOTICE_KINDS, UNREAD_MAX } from '@app/domain/notify';
import * as z from 'zod/mini';
import { id, listOf, paging, timeMs } from '../fields.ts';
import { route } from '../route.ts';

/** A notice as names and figures: the app holds the texts, so a notice is shown in whichever language is selected. */
const notice = z.object({
  id,
  kind: z.enum(NOTICE_KINDS),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  at: timeMs,
  read_at: z.nullable(timeMs),
});

/** Unread count over all pages, capped at the maximum. */
const unread = z.int().check(z.gte(0), z.lte(UNREAD_MAX));

export const listNotices = route({
  method: 'GET',
  path: '/plus/notices',
  access: 'user',
  description: 'Lists the caller’s notices, newest first, with the number of unread ones.',
  request: z.object({ ...paging }),
  response: z.extend(listOf(notice), { unread }),
  refusals: [],
  beyond: true,
});

export const readNotices = route({
  method: 'POST',
  path: '/plus/notices/read',
  access: 'user',
  description: 'Marks every notice up to and including this one as read. A repetition changes nothing.',
  request: z.object({ up_to: id }),
  response: z.object({ unread }),
  refusals: [],
  beyond: true,
});
