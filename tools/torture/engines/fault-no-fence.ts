import { expectDefined } from '@app/base';
import type { Tx } from '@app/server/platform/db/database';
import { disableSyncCommit, type Lease } from '@app/server/platform/db/lease';
import type { Transact } from '@app/server/platform/db/transact';
import { sql } from 'kysely';

export * from '@app/server/platform/db/lease';

/** Applies a sabotage: a former owner of the lease continues to write after losing it. */
export async function holdLease(tx: Tx, { name }: Lease): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`
    update lease set heartbeat_at = clock_timestamp() where name = ${name} returning app_now() as now`.execute(tx);
  return expectDefined(rows[0], 'the lease').now;
}

export const beatLease = (transact: Transact, lease: Lease): Promise<Date> =>
  transact(async (tx) => {
    await disableSyncCommit(tx);
    return await holdLease(tx, lease);
  });
