import * as z from 'zod/mini';
import { id } from '../fields.ts';
import { event } from './event.ts';

/** Staff froze or unfroze an account, or removed its second factors. */
export const staffActed = event(
  'auth.staff.acted',
  z.object({ userId: id, what: z.enum(['frozen', 'unfrozen', 'second_factor_removed']), hours: z.int() }),
);
