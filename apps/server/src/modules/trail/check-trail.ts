import type { Db } from '../../platform/db/database.ts';
import type { Log } from '../../platform/process/log.ts';
import { insertCheck, readLastCheck } from './trail.store.ts';
import { verifyTrail } from './verify-trail.ts';

const CHECK_EVERY_MS = 24 * 3_600_000;

/** Verifies the whole trail once a day and records the outcome; a fault is an alarm until a later check finds none. */
export async function checkTrail({ db, log }: { readonly db: Db; readonly log: Log }): Promise<void> {
  const last = await readLastCheck(db);
  if (last !== undefined && Date.now() - last.at.getTime() < CHECK_EVERY_MS) return;
  const { rows, faults } = await verifyTrail(db);
  if (faults.length > 0) log.error({ rows, faults }, 'trail.broken');
  await insertCheck(db, rows, faults);
}
