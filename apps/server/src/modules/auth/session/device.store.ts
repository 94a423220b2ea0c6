import { expectDefined } from '@app/base';
import type { Account, Channel } from '@app/domain/auth';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/db/database.ts';

type NewDevice = {
  readonly id: bigint;
  readonly userId: bigint;
  readonly keyHash: Buffer;
  readonly userAgent: string;
};
type SeenDevice = { readonly id: bigint; readonly isAdded: boolean };

/** Returns the user's device with this key, added if it is new. */
export async function findOrAddDevice(tx: Tx, { id, userId, keyHash, userAgent }: NewDevice): Promise<SeenDevice> {
  const added = await sql`
    insert into device (id, user_id, key_hash, user_agent) values (${id}, ${userId}, ${keyHash}, ${userAgent})
    on conflict (user_id, key_hash) do nothing`.execute(tx);
  if (added.numAffectedRows === 1n) return { id, isAdded: true };
  const { rows } = await sql<{ id: bigint }>`
    select id from device where user_id = ${userId} and key_hash = ${keyHash}`.execute(tx);
  return { id: expectDefined(rows[0], 'the device that was there first').id, isAdded: false };
}

export async function hasOtherDevice(tx: Tx, userId: bigint, deviceId: bigint): Promise<boolean> {
  const { rows } = await sql`
    select 1 from device where user_id = ${userId} and id <> ${deviceId} limit 1`.execute(tx);
  return rows.length === 1;
}

type KnownDevice = { readonly account: Account; readonly channel: Channel; readonly keyHash: Buffer };

/** Returns whether this account was logged in to from this device before. */
export async function isDeviceOf(tx: Reader, { account, channel, keyHash }: KnownDevice): Promise<boolean> {
  const { rows } = await sql`
    select 1 from user_account u join device d on d.user_id = u.id and d.key_hash = ${keyHash}
     where u.${sql.ref(channel)} = ${account}`.execute(tx);
  return rows.length === 1;
}
