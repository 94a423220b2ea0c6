import { sql } from 'kysely';
import type { Db, Reader, Tx } from './database.ts';
import type { Transact } from './transact.ts';

/** Right to be the only writer of a shard, at one epoch. */
export type Lease = { readonly name: string; readonly epoch: bigint };

/** Another process owns the shard now; the in-memory state of this one is invalid. */
export class Fenced extends Error {
  constructor(lease: Lease) {
    super(`lease ${lease.name} is no longer at epoch ${lease.epoch}`);
    this.name = 'Fenced';
  }
}

export type Claim = { readonly name: string; readonly owner: string; readonly staleAfterMs: number };

/**
 * Takes a lease that is free or whose owner has been silent too long; undefined while the owner is alive. Terminates
 * the old owner's backend first: one paused inside its transaction would otherwise hold its row locks, and this very
 * row, for as long as it sleeps. A heartbeat from the future was written before the clock was set back and counts as
 * little as an old one; so a late or wrong clock can only cause a needless change of owner. An owner whose backend is
 * gone is replaced without waiting: whatever it had begun is rolled back.
 *
 * `db` must be the one connection the owner will write through: a successor terminates it by its pid.
 */
export async function takeLease(db: Db, claim: Claim): Promise<Lease | undefined> {
  const current = await readLease(db, claim);
  if (current === undefined) {
    // Only now: if the row exists, even this insert would wait for a paused owner's transaction.
    await sql`insert into lease (name, epoch, owner, pid, backend_start, heartbeat_at)
              values (${claim.name}, 0, '', 0, 'epoch', 'epoch') on conflict (name) do nothing`.execute(db);
    return await takeLease(db, claim);
  }
  if (!current.is_stale) return undefined;
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
     where pid = ${current.pid} and backend_start = ${current.backend_start}::timestamptz and pid <> pg_backend_pid()`.execute(
    db,
  );
  const { rows } = await sql<{ epoch: bigint }>`
    update lease set epoch = epoch + 1, owner = ${claim.owner}, heartbeat_at = clock_timestamp(), pid = pg_backend_pid(),
           backend_start = (select backend_start from pg_stat_activity where pid = pg_backend_pid())
     where name = ${claim.name} and epoch = ${current.epoch} returning epoch`.execute(db);
  return rows[0] && { name: claim.name, epoch: rows[0].epoch };
}

type LeaseRow = { epoch: bigint; pid: number; backend_start: string; is_stale: boolean };

async function readLease(db: Db, { name, staleAfterMs }: Claim): Promise<LeaseRow | undefined> {
  const { rows } = await sql<LeaseRow>`
    select epoch, pid, backend_start::text,
           clock_timestamp() - heartbeat_at not between -${staleAfterMs}::float8 * interval '1 millisecond'
                                                    and ${staleAfterMs}::float8 * interval '1 millisecond'
           or not exists (select from pg_stat_activity a
                           where a.pid = lease.pid and a.backend_start = lease.backend_start) as is_stale
      from lease where name = ${name}`.execute(db);
  return rows[0];
}

/**
 * Renews and fences the lease: the first statement of every transaction the owner commits. A takeover waits for the row
 * or finds it ended; after one, this finds no row, and nothing else of the transaction happens. Returns the business
 * time. The row itself is written ten times a second at most: where a long snapshot keeps old versions, one per batch
 * would soon be thousands to scan.
 */
export async function holdLease(tx: Tx, lease: Lease): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`
    with held as materialized (
      select name, heartbeat_at from lease
       where name = ${lease.name} and epoch = ${lease.epoch} and pid = pg_backend_pid() for no key update),
    beat as (
      update lease l set heartbeat_at = clock_timestamp() from held h
       where l.name = h.name and h.heartbeat_at not between clock_timestamp() - interval '100 milliseconds' and clock_timestamp())
    select app_now() as now from held`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Fenced(lease);
  return row.now;
}

/**
 * Sends a heartbeat without work, while a shard is idle. It need not reach the disk at once: a lost one can only cause
 * a needless change of owner, and waiting for the disk five times a second would write far more than the product does.
 */
export async function beatLease(transact: Transact, lease: Lease): Promise<Date> {
  return await transact(async (tx) => {
    await disableSyncCommit(tx);
    return await holdLease(tx, lease);
  });
}

/** Disables synchronous commit for a transaction that contains nothing acknowledged to any caller. */
export async function disableSyncCommit(tx: Tx): Promise<void> {
  await sql`set local synchronous_commit = off`.execute(tx);
}

/** Releases the lease at a clean stop, so that the successor need not wait. */
export async function releaseLease(db: Db, lease: Lease): Promise<void> {
  await sql`update lease set heartbeat_at = 'epoch' where name = ${lease.name} and epoch = ${lease.epoch}`.execute(db);
}

export type LeaseState = { name: string; heartbeat_at: Date };

/** Reads when each lease was last renewed: the only sign of life that processes leave in the database. */
export async function readLeases(db: Reader): Promise<LeaseState[]> {
  const { rows } = await sql<LeaseState>`select name, heartbeat_at from lease order by name`.execute(db);
  return rows;
}
