import type { Bytes, PriceKey } from '@app/verifier';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/db/database.ts';
import type { Sealed } from '../../../platform/process/key-ring.ts';

export type StoredKey = { readonly id: string; readonly sealed: Sealed };

type KeyRow = { id: string; sealed: Buffer; master_key_id: string };

/** Finds the key that signs now; cheap enough to call for every block. */
export async function findCurrentKeyId(db: Reader): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from price_key order by from_block desc limit 1`.execute(db);
  return rows[0]?.id;
}

export async function findSealedKey(db: Reader, id: string): Promise<StoredKey | undefined> {
  const { rows } = await sql<KeyRow>`select id, sealed, master_key_id from price_key where id = ${id}`.execute(db);
  return rows[0] && { id, sealed: { keyId: rows[0].master_key_id, sealed: rows[0].sealed } };
}

/**
 * Inserts a key. The database sets the block from which it signs: the next one. Returns false if another key already
 * has that block.
 */
export async function insertKey(tx: Tx, { id, sealed }: StoredKey, publicKey: Bytes): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into price_key (id, public_key, sealed, master_key_id)
    values (${id}, ${Buffer.from(publicKey)}, ${sealed.sealed}, ${sealed.keyId})
    on conflict (from_block) do nothing`.execute(tx);
  return numAffectedRows > 0n;
}

/** Reads the public parts, oldest first. */
export async function readKeys(db: Reader): Promise<PriceKey[]> {
  const { rows } = await sql<{ id: string; public_key: Buffer; from_block: bigint }>`
    select id, public_key, from_block from price_key order by from_block`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    publicKey: new Uint8Array(row.public_key),
    fromBlock: Number(row.from_block),
  }));
}
