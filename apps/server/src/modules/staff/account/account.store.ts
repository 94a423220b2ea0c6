import type { StaffRole } from '@app/domain/staff';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/db/database.ts';
import type { Sealed } from '../../../platform/process/key-ring.ts';

export type StaffRow = { id: bigint; email: string; name: string; roles: StaffRole[] };
type LoginRow = StaffRow & { password_hash: string | null; disabled_at: Date | null };

export async function findForLogin(db: Reader, email: string): Promise<LoginRow | undefined> {
  const { rows } = await sql<LoginRow>`
    select id, email, name, roles, password_hash, disabled_at from staff_account where email = ${email}`.execute(db);
  return rows[0];
}

type ListedRow = StaffRow & {
  created_at: Date;
  is_enrolled: boolean;
  is_disabled: boolean;
  has_passkey: boolean;
};

export async function listAccounts(db: Reader): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select id, email, name, roles, created_at, password_hash is not null as is_enrolled, disabled_at is not null as is_disabled,
           exists (select from staff_passkey p where p.staff_id = a.id and p.removed_at is null) as has_passkey
      from staff_account a order by id`.execute(db);
  return rows;
}

export async function findInvited(db: Reader, inviteHash: Buffer): Promise<StaffRow | undefined> {
  const { rows } = await sql<StaffRow>`
    select a.id, a.email, a.name, a.roles from staff_invite i join staff_account a on a.id = i.staff_id
     where i.token_hash = ${inviteHash} and i.used_at is null and i.expires_at > app_now()`.execute(db);
  return rows[0];
}

type Enrolment = {
  readonly inviteHash: Buffer;
  readonly passwordHash: string;
  readonly key: Sealed;
  readonly step: bigint;
};

export async function enrolStaff(tx: Tx, { inviteHash, passwordHash, key, step }: Enrolment): Promise<void> {
  await sql`select staff_enrol(${inviteHash}, ${passwordHash}, ${key.keyId}, ${key.sealed}, ${step})`.execute(tx);
}

type AuthenticatorRow = { key_id: string; sealed: Buffer; last_step: bigint; now: number };

export async function findAuthenticator(db: Reader, staffId: bigint): Promise<AuthenticatorRow | undefined> {
  const { rows } = await sql<AuthenticatorRow>`
    select key_id, sealed, last_step, extract(epoch from app_now())::float8 as now
      from staff_authenticator where staff_id = ${staffId}`.execute(db);
  return rows[0];
}

/** Uses a code up; false if it was used before. */
export async function takeStep(tx: Tx, staffId: bigint, step: bigint): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update staff_authenticator set last_step = ${step} where staff_id = ${staffId} and last_step < ${step}`.execute(tx);
  return numAffectedRows === 1n;
}

export type StaffPasskeyRow = {
  id: bigint;
  staff_id: bigint;
  credential_id: string;
  public_key: Buffer;
  counter: bigint;
  name: string;
  created_at: Date;
};

export async function listPasskeys(db: Reader, staffId: bigint): Promise<StaffPasskeyRow[]> {
  const { rows } = await sql<StaffPasskeyRow>`
    select id, staff_id, credential_id, public_key, counter, name, created_at
      from staff_passkey where staff_id = ${staffId} and removed_at is null order by id`.execute(db);
  return rows;
}

/** A passkey of somebody who may approve withdrawals. */
type ApproverKey = Pick<StaffPasskeyRow, 'credential_id' | 'public_key' | 'name'> & { readonly email: string };

export async function readApproverKeys(db: Reader): Promise<readonly ApproverKey[]> {
  const { rows } = await sql<ApproverKey>`
    select a.email, p.name, p.credential_id, p.public_key
      from staff_passkey p join staff_account a on a.id = p.staff_id
     where p.removed_at is null and a.disabled_at is null and a.roles && '{finance,risk}' order by a.email, p.id`.execute(
    db,
  );
  return rows;
}

type NewPasskey = {
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly name: string;
  /** The passkey that proves the new one, and what it signed; without them it is the account's first. */
  readonly byPasskey: bigint | undefined;
  readonly proof: string | undefined;
};

/** Adds a passkey to the account of a session; undefined if someone has it already. */
export async function insertPasskey(tx: Tx, tokenHash: Buffer, passkey: NewPasskey): Promise<bigint | undefined> {
  const { credentialId, publicKey, counter, name, byPasskey, proof } = passkey;
  const { rows } = await sql<{ id: bigint | null }>`
    select staff_add_passkey(${tokenHash}, ${credentialId}, ${publicKey}, ${counter}, ${name}, ${byPasskey ?? null},
                             ${proof ?? null}) as id`.execute(tx);
  return rows[0]?.id ?? undefined;
}

/** Records the counter of a signature; false if a higher one was recorded. Passkeys that do not count stay at zero. */
export async function recordUse(tx: Tx, id: bigint, counter: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update staff_passkey set counter = ${counter}
     where id = ${id} and removed_at is null
       and (counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0))`.execute(tx);
  return numAffectedRows === 1n;
}
