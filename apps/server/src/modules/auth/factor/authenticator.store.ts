import { sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/db/database.ts';
import type { Sealed } from '../../../platform/process/key-ring.ts';

export type AuthenticatorRow = {
  key_id: string;
  sealed: Buffer;
  bound_at: Date | null;
  last_step: bigint;
  /** Seconds since 1970 by the database's clock, which codes are compared with. */
  now: number;
};

export async function findAuthenticator(tx: Reader, userId: bigint): Promise<AuthenticatorRow | undefined> {
  const { rows } = await sql<AuthenticatorRow>`
    select key_id, sealed, bound_at, last_step, floor(extract(epoch from app_now()))::float8 as now
      from authenticator where user_id = ${userId}`.execute(tx);
  return rows[0];
}

/**
 * Inserts a key, replacing one that was shown but never bound, so that no earlier caller has seen the key that will be
 * bound.
 */
export async function insertAuthenticator(tx: Tx, userId: bigint, { keyId, sealed }: Sealed): Promise<void> {
  await sql`
    insert into authenticator (user_id, key_id, sealed) values (${userId}, ${keyId}, ${sealed})
    on conflict (user_id) do update set key_id = excluded.key_id, sealed = excluded.sealed, made_at = app_now()
     where authenticator.bound_at is null`.execute(tx);
}

/** Code of the pending key. */
export type PendingStep = { readonly step: bigint; readonly sealed: Buffer };

/**
 * Binds the pending key and consumes its step. True only if the key is still the one whose code was shown; it may have
 * been replaced since.
 */
export async function bind(tx: Tx, userId: bigint, { step, sealed }: PendingStep): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update authenticator set bound_at = app_now(), last_step = ${step}
     where user_id = ${userId} and bound_at is null and sealed = ${sealed}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Consumes a time step. Each works once, because steps only ever increase. */
export async function useStep(tx: Tx, userId: bigint, step: bigint): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update authenticator set last_step = ${step}
     where user_id = ${userId} and bound_at is not null and last_step < ${step}`.execute(tx);
  return numAffectedRows === 1n;
}
