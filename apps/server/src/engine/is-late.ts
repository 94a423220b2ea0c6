import { type TimeOrderedId, timeOfId } from '@app/base';
import type { Input } from './product.ts';

/** Half of what readers of receipts allow between the time of a decision and that in its id. */
const LATE_MS = 1_000;

/** Whether a batch waited so long for the database that its time is no longer that of its decisions. */
export const isLate = ([first]: readonly Input<unknown>[]): boolean =>
  first !== undefined && Date.now() - timeOfId(first.id as TimeOrderedId) > LATE_MS; // Made by the loop.
