import { NOTICE_CATEGORIES, NOTICE_KINDS, UNREAD_MAX } from '@app/domain/notify';
import * as z from 'zod/mini';
import { id, listOf, paging, timeMs } from '../fields.ts';
import { route } from '../route.ts';

/** A notice as names and figures: the app holds the texts, so a notice is shown in whichever language is selected. */
const notice = z.object({
  id,
  category: z.enum(NOTICE_CATEGORIES),
  kind: z.enum(NOTICE_KINDS),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  at: timeMs,
  read_at: z.nullable(timeMs),
});

/** Unread count over all pages, capped at the maximum. */
const unread = z.int().check(z.gte(0), z.lte(UNREAD_MAX));

/** The same for each category. */
const unreadOf = z.record(z.enum(NOTICE_CATEGORIES), unread);

export const listNotices = route({
  method: 'GET',
  path: '/plus/notices',
  access: 'user',
  description: 'Lists the caller’s notices, all or those of a category, newest first, with the numbers of unread ones.',
  request: z.object({ ...paging, category: z.optional(z.enum(NOTICE_CATEGORIES)) }),
  response: z.extend(listOf(notice), { unread, unread_of: unreadOf }),
  refusals: [],
  beyond: true,
});

export const readNotices = route({
  method: 'POST',
  path: '/plus/notices/read',
  access: 'user',
  description:
    'Marks every notice up to and including this one as read, all or those of a category. A repetition changes nothing.',
  request: z.object({ up_to: id, category: z.optional(z.enum(NOTICE_CATEGORIES)) }),
  response: z.object({ unread }),
  refusals: [],
  beyond: true,
});
