import type { Db } from '../../platform/database.ts';
import { deleteOldAttempts } from './attempt.store.ts';
import { deleteOldCodes } from './code.store.ts';

/** Forgets counters and codes that ended a day ago; anybody can make some, so they must not pile up. Sessions stay. */
export async function sweepAuth(db: Db): Promise<void> {
  await deleteOldAttempts(db);
  await deleteOldCodes(db);
}
