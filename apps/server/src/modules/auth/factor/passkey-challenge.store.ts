import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';

/** Purpose a signature was requested for; it is invalid for any other. */
export type Ceremony =
  | { readonly purpose: 'add'; readonly userId: bigint }
  | { readonly purpose: 'step_up'; readonly userId: bigint; readonly stepUpId: bigint };

const stepUpOf = (ceremony: Ceremony) => ('stepUpId' in ceremony ? ceremony.stepUpId : null);

export async function insertChallenge(
  tx: Tx,
  ceremony: Ceremony,
  { challenge, lifetimeSeconds }: { readonly challenge: string; readonly lifetimeSeconds: number },
): Promise<void> {
  await sql`
    insert into passkey_challenge (challenge, purpose, user_id, step_up_id, expires_at)
    values (${challenge}, ${ceremony.purpose}, ${ceremony.userId}, ${stepUpOf(ceremony)},
            app_now() + ${lifetimeSeconds} * interval '1 second')`.execute(tx);
}

/** Returns true for the first answer, right or wrong. */
export async function takeChallenge(tx: Tx, ceremony: Ceremony, challenge: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update passkey_challenge set used_at = app_now()
     where challenge = ${challenge} and purpose = ${ceremony.purpose}
       and user_id = ${ceremony.userId}
       and step_up_id is not distinct from ${stepUpOf(ceremony)}::bigint
       and used_at is null and expires_at > app_now()`.execute(tx);
  return numAffectedRows === 1n;
}

/** Records a login challenge when it is answered: true for the first answer within its lifetime. */
export async function useLoginChallenge(
  tx: Tx,
  { challenge, madeAt, lifetimeSeconds }: { challenge: string; madeAt: Date; lifetimeSeconds: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into passkey_challenge (challenge, purpose, expires_at)
    select ${challenge}, 'login', c.expires_at
      from (select ${madeAt}::timestamptz + ${lifetimeSeconds} * interval '1 second' as expires_at) c
     where c.expires_at > app_now()
    on conflict (challenge) do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

/** Deletes expired challenges: they are refused for their age, so their use need not be recorded any longer. */
export async function deleteOldChallenges(db: Db): Promise<void> {
  await sql`delete from passkey_challenge where expires_at < app_now() - interval '1 hour'`.execute(db);
}
