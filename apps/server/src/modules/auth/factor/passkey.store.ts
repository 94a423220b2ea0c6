import { sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/db/database.ts';

export type PasskeyRow = {
  id: bigint;
  user_id: bigint;
  credential_id: string;
  public_key: Buffer;
  counter: bigint;
  transports: string[];
  name: string;
  is_synced: boolean;
  created_at: Date;
  last_used_at: Date | null;
};

export type NewPasskey = {
  readonly id: bigint;
  readonly userId: bigint;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly isSynced: boolean;
};

const COLUMNS = sql`id, user_id, credential_id, public_key, counter, transports, name, is_synced, created_at, last_used_at`;

/** Inserts a passkey; undefined where this credential is already registered, for any user. */
export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<PasskeyRow | undefined> {
  const { id, userId, credentialId, publicKey, counter, transports, name, isSynced } = passkey;
  const { rows } = await sql<PasskeyRow>`
    insert into passkey (id, user_id, credential_id, public_key, counter, transports, name, is_synced)
    values (${id}, ${userId}, ${credentialId}, ${publicKey}, ${counter}, ${transports}::text[], ${name}, ${isSynced})
    on conflict (credential_id) do nothing returning ${COLUMNS}`.execute(tx);
  return rows[0];
}

export async function listPasskeys(tx: Reader, userId: bigint): Promise<PasskeyRow[]> {
  const { rows } = await sql<PasskeyRow>`
    select ${COLUMNS} from passkey where user_id = ${userId} and removed_at is null order by id`.execute(tx);
  return rows;
}

export async function countPasskeys(tx: Reader, userId: bigint): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from passkey where user_id = ${userId} and removed_at is null`.execute(tx);
  return rows[0]?.n ?? 0;
}

export async function findByCredential(tx: Reader, credentialId: string): Promise<PasskeyRow | undefined> {
  const { rows } = await sql<PasskeyRow>`
    select ${COLUMNS} from passkey where credential_id = ${credentialId} and removed_at is null`.execute(tx);
  return rows[0];
}

/**
 * Returns false where it was removed meanwhile, or a higher counter was recorded; passkeys that do not count stay at
 * zero.
 */
export async function recordUse(tx: Tx, id: bigint, counter: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update passkey set counter = ${counter}, last_used_at = app_now()
     where id = ${id} and removed_at is null
       and (counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0))`.execute(tx);
  return numAffectedRows === 1n;
}

/** Returns the name of the removed passkey; undefined where this user has no such passkey. */
export async function removePasskey(tx: Tx, id: bigint, userId: bigint): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    update passkey set removed_at = app_now() where id = ${id} and user_id = ${userId} and removed_at is null
    returning name`.execute(tx);
  return rows[0]?.name;
}
