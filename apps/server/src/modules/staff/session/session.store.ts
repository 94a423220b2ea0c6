import { expectDefined } from '@app/base';
import type { StaffRole } from '@app/domain/staff';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/db/database.ts';

export type SessionRow = {
  session_id: bigint;
  staff_id: bigint;
  roles: StaffRole[];
  device_key: Buffer;
  ends_at: Date;
  /** Seconds since the session was last used. */
  idle: number;
  now: Date;
};

/** Finds the live session of a token: not ended, not too old, not idle for too long, of an account that is not disabled. */
export async function findSession(db: Reader, tokenHash: Buffer): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select s.id as session_id, s.staff_id, a.roles, s.device_key, s.ends_at, app_now() as now,
           extract(epoch from app_now() - s.last_used_at)::float8 as idle
      from staff_session s join staff_account a on a.id = s.staff_id
     where s.token_hash = ${tokenHash} and s.ended_at is null and s.ends_at > app_now()
       and s.last_used_at > app_now() - make_interval(secs => s.idle_seconds) and a.disabled_at is null`.execute(db);
  return rows[0];
}

export async function touchSession(db: Reader, sessionId: bigint): Promise<void> {
  await sql`update staff_session set last_used_at = app_now() where id = ${sessionId}`.execute(db);
}

export async function endSession(db: Reader, sessionId: bigint): Promise<void> {
  await sql`
    update staff_session set ended_at = app_now() where id = ${sessionId} and ended_at is null`.execute(db);
}

type NewSession = {
  readonly staffId: bigint;
  readonly tokenHash: Buffer;
  readonly deviceKey: Buffer;
  readonly factor: 'passkey' | 'authenticator';
  readonly userAgent: string;
  readonly seconds: number;
  readonly idleSeconds: number;
};

/** Opens a session and returns when it ends. */
export async function insertSession(tx: Tx, session: NewSession): Promise<Date> {
  const { staffId, tokenHash, deviceKey, factor, userAgent, seconds, idleSeconds } = session;
  const { rows } = await sql<{ ends_at: Date }>`
    insert into staff_session (staff_id, token_hash, device_key, factor, user_agent, ends_at, idle_seconds)
    values (${staffId}, ${tokenHash}, ${deviceKey}, ${factor}, ${userAgent},
            app_now() + ${seconds} * interval '1 second', ${idleSeconds})
    returning ends_at`.execute(tx);
  return expectDefined(rows[0], 'the new session').ends_at;
}
