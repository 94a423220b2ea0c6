import type { Db } from '../../../platform/database.ts';
import { deleteOldChallenges } from '../factor/passkey-challenge.store.ts';
import { deleteOldLinks } from '../freeze/freeze-link.store.ts';
import { deleteOldSessions } from '../session/session.store.ts';
import { deleteOldTokens } from '../session/token.store.ts';
import { deleteOldStepUps } from '../step-up/step-up.store.ts';
import { deleteOldAttempts } from './attempt.store.ts';
import { deleteOldCodes } from './code.store.ts';

/**
 * Forgets what ended a day ago, or an hour where it is a passkey's: counters, codes, tokens, links, challenges. They come
 * by themselves and must not pile up. Sessions that ended go after a month.
 */
export async function sweepAuth(db: Db): Promise<void> {
  await deleteOldAttempts(db);
  await deleteOldCodes(db);
  await deleteOldTokens(db);
  await deleteOldLinks(db);
  await deleteOldChallenges(db);
  await deleteOldStepUps(db);
  await deleteOldSessions(db); // Last: what points at them is gone by now.
}
