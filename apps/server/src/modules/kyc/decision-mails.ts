import { caseDecided } from '@app/protocol/events';
import * as z from 'zod/mini';
import type { Consumer } from '../../platform/db/outbox-consumer.ts';
import { findReachable, queueOwnerMail } from '../auth/index.ts';

/** Creates the outbox consumer that mails or texts users what became of their documents; the notice was written before. */
export const createDecisionMails = (): Consumer => ({
  name: 'kyc.mails',
  startAt: 'now',
  handle: async (tx, events) => {
    const decided = events.filter(({ topic }) => topic === caseDecided.topic);
    for (const { payload } of decided) {
      const { userId, level, outcome } = await z.parseAsync(caseDecided.schema, payload);
      const owner = await findReachable(tx, userId);
      if (owner !== undefined) await queueOwnerMail(tx, owner, `security_identity_${outcome}`, { level });
    }
  },
});
