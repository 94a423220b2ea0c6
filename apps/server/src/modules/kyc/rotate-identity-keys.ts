import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { transactOn } from '../../platform/db/transact.ts';
import type { KeyRing } from '../../platform/process/key-ring.ts';
import { hashFile, hashNumber, openDetails, sealDetails } from './sealed-details.ts';

type Rotation = { readonly resealed: number; readonly unopened: readonly bigint[] };
type OldRow = { readonly id: bigint; readonly key_id: string; readonly sealed: Buffer };

const BATCH = 200;

/**
 * Seals every case with the newest master key and hashes its number and pictures again; afterwards older master keys can
 * be removed. After a crash it runs again and does only the rest; what cannot be opened is reported and left unchanged.
 * Hashes of erased cases keep their key: they stop matching once it is removed.
 */
export async function rotateIdentityKeys(db: Db, keys: KeyRing): Promise<Rotation> {
  const transact = transactOn(db);
  const unopened: bigint[] = [];
  let resealed = 0;
  for (let after = 0n; ; ) {
    const { rows } = await sql<OldRow>`
      select id, key_id, sealed from kyc_case
       where sealed is not null and (key_id <> ${keys.currentId} or hash_key <> ${keys.currentId}) and id > ${after}
       order by id limit ${BATCH}`.execute(db);
    for (const row of rows) {
      const isDone = await transact((tx) => reseal(tx, keys, row));
      if (isDone) resealed += 1;
      else unopened.push(row.id);
    }
    const last = rows.at(-1);
    if (last === undefined) return { resealed, unopened };
    after = last.id;
  }
}

async function reseal(tx: Tx, keys: KeyRing, { id, key_id, sealed }: OldRow): Promise<boolean> {
  const details = tryOpen(keys, id, { keyId: key_id, sealed });
  if (details === undefined) return false;
  const next = sealDetails(keys, id, details);
  const numberHash = details.card_id === undefined ? null : hashNumber(keys, details.card_id);
  await sql`
    update kyc_case set key_id = ${next.keyId}, sealed = ${next.sealed}, hash_key = ${keys.currentId}, number_hash = ${numberHash}
     where id = ${id} and key_id = ${key_id}`.execute(tx);
  const { rows } = await sql<{ part: string; sha256: Buffer }>`
    select p.part, f.sha256 from kyc_picture p join media_file f on f.id = p.file_id where p.case_id = ${id}`.execute(
    tx,
  );
  for (const { part, sha256 } of rows)
    await sql`update kyc_picture set file_hash = ${hashFile(keys, sha256)} where case_id = ${id} and part = ${part}`.execute(
      tx,
    );
  return true;
}

function tryOpen(keys: KeyRing, id: bigint, sealed: { keyId: string; sealed: Buffer }) {
  try {
    return openDetails(keys, id, sealed);
  } catch {
    return undefined;
  }
}
