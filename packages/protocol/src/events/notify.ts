import * as z from 'zod/mini';
import { id } from '../fields.ts';
import { event } from './event.ts';

/** A user has a new notice; their screens, in either mode, should refresh. */
export const noticeWritten = event('notify.notice.written', z.object({ id, userId: id }));
