import { kycSettings } from '@app/domain/kyc';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { transactOn } from '../../platform/db/transact.ts';
import type { NextId } from '../../platform/db/writer.ts';
import { removeFile } from '../media/index.ts';
import type { Settings } from '../reference/index.ts';

type Deps = { readonly db: Db; readonly settings: Settings; readonly nextId: NextId };

const BATCH = 100;

/**
 * Erases documents that need not be kept any longer: those of a rejection after `kyc.keep_rejected_days`, unless a later
 * case uses the picture, and those of a closed account after `kyc.keep_closed_years`. Returns how many cases were erased.
 * The media sweep deletes the bytes.
 */
export async function eraseOldCases({ db, settings }: Deps): Promise<number> {
  const transact = transactOn(db);
  const { value: days } = await settings.read(kycSettings.rejectedDays);
  const { value: years } = await settings.read(kycSettings.closedYears);
  let erased = 0;
  for (const row of await findDue(db, days, years)) {
    await transact((tx) => eraseCase(tx, row));
    erased += 1;
  }
  return erased;
}

type DueRow = { readonly id: bigint; readonly user_id: bigint; readonly is_closed: boolean };

async function findDue(db: Db, days: number, years: number): Promise<readonly DueRow[]> {
  const { rows } = await sql<DueRow>`
    select c.id, c.user_id, u.closed_at < app_now() - ${years} * interval '1 year' is true as is_closed
      from kyc_case c join user_account u on u.id = c.user_id
     where c.erased_at is null
       and (c.state = 'rejected' and c.decided_at < app_now() - ${days} * interval '1 day'
            or u.closed_at < app_now() - ${years} * interval '1 year')
     order by c.id limit ${BATCH}`.execute(db);
  return rows;
}

/** Of a rejection the hashes stay, so that the same document is found in another account; of a closed account nothing. */
async function eraseCase(tx: Tx, { id, user_id, is_closed }: DueRow): Promise<void> {
  await sql`
    update kyc_case set key_id = null, sealed = null, erased_at = app_now(),
           nationality = case when ${is_closed} then null else nationality end,
           hash_key = case when ${is_closed} then null else hash_key end,
           number_hash = case when ${is_closed} then null else number_hash end
     where id = ${id} and erased_at is null`.execute(tx);
  if (is_closed) await sql`update kyc_picture set file_hash = null where case_id = ${id}`.execute(tx);
  const { rows } = await sql<{ file_id: string }>`
    select p.file_id from kyc_picture p
     where p.case_id = ${id} and not exists (
       select from kyc_picture o join kyc_case c on c.id = o.case_id
        where o.file_id = p.file_id and o.case_id <> p.case_id and c.erased_at is null)`.execute(tx);
  for (const { file_id } of rows) await removeFile(tx, user_id, file_id);
}

/** Ends approvals whose document has expired; their owners are notified and may send a new one. */
export async function expireApprovals({ db, nextId }: Deps): Promise<number> {
  const { rows } = await sql<{ id: bigint }>`
    select id from kyc_case where state = 'verified' and valid_until < (app_now() at time zone 'UTC')::date
     order by valid_until limit ${BATCH}`.execute(db);
  let ended = 0;
  for (const { id } of rows) {
    const ids = [nextId(), nextId(), nextId()].map(String);
    const result = await sql<{ ended: boolean }>`select kyc_expire(${id}, ${ids}::bigint[]) as ended`.execute(db);
    if (result.rows[0]?.ended === true) ended += 1;
  }
  return ended;
}
