import type { Db } from '@app/server/platform/database';
import type { Claim, Lease } from '@app/server/platform/lease';
import { sql } from 'kysely';

/** Takes over like `takeLease`, but does not terminate the old owner's backend; a control. */
export async function takeWithoutTerminating(db: Db, claim: Claim): Promise<Lease | undefined> {
  await sql`
    insert into lease (name, epoch, owner, pid, backend_start, heartbeat_at)
    select ${claim.name}, 0, '', 0, 'epoch', 'epoch' where not exists (select from lease where name = ${claim.name})
    on conflict (name) do nothing`.execute(db);
  const { rows } = await sql<{ epoch: bigint }>`
    update lease set epoch = epoch + 1, owner = ${claim.owner}, heartbeat_at = clock_timestamp(),
           pid = pg_backend_pid(),
           backend_start = (select backend_start from pg_stat_activity where pid = pg_backend_pid())
     where name = ${claim.name} and epoch = (
       select epoch from lease where name = ${claim.name}
          and clock_timestamp() - heartbeat_at > ${claim.staleAfterMs} * interval '1 millisecond')
    returning epoch`.execute(db);
  return rows[0] && { name: claim.name, epoch: rows[0].epoch };
}
