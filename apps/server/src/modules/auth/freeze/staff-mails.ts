import { staffActed } from '@app/protocol/events';
import * as z from 'zod/mini';
import type { Consumer } from '../../../platform/db/outbox-consumer.ts';
import { findReachable } from '../account/user.store.ts';
import { queueOwnerMail } from '../code/mails.ts';

/** Creates the outbox consumer that mails or texts users what staff did to their account; the notice was written before. */
export const createStaffMails = (): Consumer => ({
  name: 'auth.staff_mails',
  startAt: 'now',
  handle: async (tx, events) => {
    for (const { payload } of events.filter(({ topic }) => topic === staffActed.topic)) {
      const { userId, what, hours } = await z.parseAsync(staffActed.schema, payload);
      const owner = await findReachable(tx, userId);
      if (owner !== undefined) await queueOwnerMail(tx, owner, `security_${what}`, { hours });
    }
  },
});
