import type { Factor } from '@app/domain/auth';
import { sql } from 'kysely';
import type { Db, Reader, Tx } from '../../../platform/db/database.ts';

/** Challenge with its owner: for another user or another session it does not exist. */
export type Owned = { readonly id: bigint; readonly userId: bigint; readonly sessionId: bigint };

/** Challenge with the action it was created for. */
export type Bound = Owned & { readonly action: string; readonly digest: Buffer };

export type StepUpRow = { id: bigint; action: string; proven: Factor[]; expires_at: Date };

const COLUMNS = sql`id, action, proven, expires_at`;

const isOpen = ({ id, userId, sessionId }: Owned) => sql`
  id = ${id} and user_id = ${userId} and session_id = ${sessionId} and used_at is null and expires_at > app_now()`;

const isFor = ({ action, digest }: Bound) => sql`action = ${action} and digest = ${digest}`;

export async function insertStepUp(tx: Tx, challenge: Bound, lifetimeSeconds: number): Promise<StepUpRow | undefined> {
  const { id, userId, sessionId, action, digest } = challenge;
  const { rows } = await sql<StepUpRow>`
    insert into step_up (id, user_id, session_id, action, digest, expires_at)
    values (${id}, ${userId}, ${sessionId}, ${action}, ${digest}, app_now() + ${lifetimeSeconds} * interval '1 second')
    returning ${COLUMNS}`.execute(tx);
  return rows[0];
}

/** Finds a challenge that can still be proven or used. */
export async function findOpen(tx: Reader, owned: Owned): Promise<StepUpRow | undefined> {
  const { rows } = await sql<StepUpRow>`select ${COLUMNS} from step_up where ${isOpen(owned)}`.execute(tx);
  return rows[0];
}

export async function findChallenge(tx: Reader, bound: Bound): Promise<StepUpRow | undefined> {
  const { rows } = await sql<StepUpRow>`
    select ${COLUMNS} from step_up where ${isOpen(bound)} and ${isFor(bound)}`.execute(tx);
  return rows[0];
}

export async function addProven(tx: Tx, owned: Owned, factors: readonly Factor[]): Promise<StepUpRow | undefined> {
  const { rows } = await sql<StepUpRow>`
    update step_up set proven = array(select distinct unnest(proven || ${factors}::text[]) order by 1)
     where ${isOpen(owned)} returning ${COLUMNS}`.execute(tx);
  return rows[0];
}

/**
 * Consumes a challenge in the action's transaction. Of concurrent callers, one succeeds and receives what was proven.
 */
export async function consumeChallenge(tx: Tx, bound: Bound): Promise<StepUpRow | undefined> {
  const { rows } = await sql<StepUpRow>`
    update step_up set used_at = app_now() where ${isOpen(bound)} and ${isFor(bound)} returning ${COLUMNS}`.execute(tx);
  return rows[0];
}

export async function deleteOldStepUps(db: Db): Promise<void> {
  await sql`delete from step_up where expires_at < app_now() - interval '1 day'`.execute(db);
}
