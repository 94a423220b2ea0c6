import type { Tx } from '../../platform/db/database.ts';
import { insertRow } from './trail.store.ts';

export type Action = {
  /** What was done, such as `case.claimed`. */
  readonly action: string;
  /** What it was done to, such as `user:7`. */
  readonly subject: string;
  readonly reason?: string;
  readonly details?: Readonly<Record<string, unknown>>;
};

/** Adds an action or a view to the trail, in the transaction of what was done: one is never without the other. */
export const noteAction = (
  tx: Tx,
  tokenHash: Buffer,
  { reason = '', details = {}, ...rest }: Action,
): Promise<bigint> => insertRow(tx, tokenHash, { ...rest, reason, details: JSON.stringify(details) });
