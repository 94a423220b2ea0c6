import type { Db } from '../../../platform/db/database.ts';
import { deleteOldChallenges } from '../factor/passkey-challenge.store.ts';
import { deleteOldLinks } from '../freeze/freeze-link.ts';
import { deleteOldSessions } from '../session/session.store.ts';
import { deleteOldTokens } from '../session/token.store.ts';
import { deleteOldStepUps } from '../step-up/step-up.store.ts';
import { deleteOldAttempts } from './attempt.store.ts';
import { deleteOldCodes } from './code.store.ts';

/**
 * Deletes counters, codes, tokens, links and challenges that ended a day ago (passkey challenges: an hour). Normal
 * operation creates them continuously, so they must not accumulate. Ended sessions are deleted after a month.
 */
export async function sweepAuth(db: Db): Promise<void> {
  await deleteOldAttempts(db);
  await deleteOldCodes(db);
  await deleteOldTokens(db);
  await deleteOldLinks(db);
  await deleteOldChallenges(db);
  await deleteOldStepUps(db);
  await deleteOldSessions(db); // Last: rows referencing them are deleted by now.
}
