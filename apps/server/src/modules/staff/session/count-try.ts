import { checkAttempts } from '@app/domain/auth';
import { accept } from '../../../platform/http/accept.ts';
import { addAttempt } from '../../auth/index.ts';
import type { StaffDeps } from '../staff-deps.ts';

/** Tries of one account or address, right or wrong, within a quarter of an hour. */
const LIMIT = { count: 10, seconds: 900 };

/** Counts a try before it is made, and refuses it if there were too many. */
export async function countTry({ transact }: Pick<StaffDeps, 'transact'>, what: string): Promise<void> {
  const counted = await transact((tx) => addAttempt(tx, { key: `staff:${what}`, seconds: LIMIT.seconds }));
  // After the commit: refusing inside would roll back the count.
  accept(checkAttempts([{ count: counted.count, secondsLeft: counted.seconds_left, limit: LIMIT }]));
}
