import { expectDefined } from '@app/base';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/db/database.ts';
import { GUARD_DIGESTS } from './guard-digests.ts';

/** Violated invariant, with a detail an operator can act on. */
export type Breach = { readonly invariant: string; readonly detail: string };

/**
 * Most breaches reported: a few are enough to act on, and a systematic fault would otherwise list a million accounts.
 */
const SHOWN_MAX = 20;

export type AuditRow = {
  horizon: string;
  next_slice: bigint;
  breach: string | null;
  seal_breach: string | null;
  ran_at: Date;
};

export async function readAudit(tx: Reader): Promise<AuditRow> {
  const { rows } = await sql<AuditRow>`
    select horizon::text, next_slice, breach, seal_breach, ran_at from ledger_audit`.execute(tx);
  return expectDefined(rows[0], 'the only row of ledger_audit');
}

/** Takes the audit lock: one auditor at a time; it ends with the transaction and needs no transaction id. */
export async function tryAuditLock(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('ledger auditor')) as got`.execute(tx);
  return rows[0]?.got === true;
}

/** Raises work memory for the window, for this transaction only: spilling to disk would double its time. */
export async function makeRoom(tx: Tx): Promise<void> {
  await sql`set local work_mem = '256MB'`.execute(tx);
}

/** Reads the horizon, below which no further row can appear in the history of the snapshot. */
export async function readHorizon(tx: Tx): Promise<string> {
  const { rows } = await sql<{ horizon: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`.execute(tx);
  return expectDefined(rows[0], 'the horizon').horizon;
}

/** Range of accounts checked in this run, even if nothing has touched them. */
export type Slice = { readonly from: bigint; readonly until: bigint };

/**
 * Checks A1, A3, A5, A6, A13 and the rights (A15) over everything since the last fold, and A3 over a slice of all
 * accounts. One statement: the window is read once, and nothing is written, so that no transaction id of ours delays
 * the outbox consumers.
 */
export async function checkEntries(tx: Tx, from: string, slice: Slice): Promise<Breach[]> {
  return await find(
    tx,
    sql`
    with window_transfer as materialized (
      select id, kind, ref, book from ledger_transfer where xid >= ${from}::xid8),
    window_entry as materialized (
      select e.transfer, e.account, e.currency, e.available_delta, e.frozen_delta, t.book, t.kind,
             ledger_change(e.available_delta, e.frozen_delta) as change
        from ledger_entry e join window_transfer t on t.id = e.transfer
       where e.transfer between (select min(id) from window_transfer) and (select max(id) from window_transfer)),
    booked as materialized (
      select account, currency, book, kind, change, min(transfer) as transfer,
             sum(available_delta) as available, sum(frozen_delta) as frozen
        from window_entry group by account, currency, book, kind, change),
    change as (
      select account, sum(available) as available, sum(frozen) as frozen from booked group by account),
    due as (
      select account as id from change
      union select id from ledger_account where id >= ${slice.from} and id < ${slice.until}
      union select account from ledger_checkpoint where account >= ${slice.from} and account < ${slice.until}),
    expected as (
      select due.id, coalesce(c.available, 0) + coalesce(d.available, 0) as available,
             coalesce(c.frozen, 0) + coalesce(d.frozen, 0) as frozen
        from due left join ledger_checkpoint c on c.account = due.id left join change d on d.account = due.id)
    (select 'A1' as invariant, format('transfer %s moves %s %s out of nothing', transfer, sum(available_delta + frozen_delta), currency) as detail
       from window_entry group by transfer, currency having sum(available_delta + frozen_delta) <> 0 limit ${SHOWN_MAX})
    union all
    (select 'A1', format('transfer %s (%s %s) has no entries', t.id, t.kind, t.ref)
       from window_transfer t where not exists (select from window_entry e where e.transfer = t.id) limit ${SHOWN_MAX})
    union all
    (select 'A3', format('account %s (%s %s) shows %s/%s, its entries sum to %s/%s',
                         x.id, coalesce(a.owner, 'gone'), a.kind, a.available, a.frozen, x.available, x.frozen)
       from expected x left join ledger_account a on a.id = x.id
      where a.available is distinct from x.available or a.frozen is distinct from x.frozen limit ${SHOWN_MAX})
    union all
    (select case when a.id is null or a.currency <> b.currency then 'A5' else 'A13' end,
            format('transfer %s books %s of book %s on account %s, which is %s of book %s',
                   b.transfer, b.currency, b.book, b.account, coalesce(a.currency, 'unknown'), coalesce(a.book, 'none'))
       from booked b left join ledger_account a on a.id = b.account
      where a.id is null or a.currency <> b.currency or a.book <> b.book limit ${SHOWN_MAX})
    union all
    (select 'A6', format('%s %s was posted %s times', kind, ref, count(*))
       from window_transfer group by kind, ref having count(*) > 1 limit ${SHOWN_MAX})
    union all
    (select 'A15', format('no role may post what transfer %s does: %s of %s by %s in %s', min(b.transfer), b.change, a.kind, b.kind, b.book)
       from booked b join ledger_account a on a.id = b.account
      where b.change <> 'none'
        and not exists (select from ledger_right r where r.transfer_kind = b.kind and r.book = b.book
                           and r.account_kind = a.kind and r.change = b.change)
      group by b.change, a.kind, b.kind, b.book limit ${SHOWN_MAX})
    union all
    (select 'A15', format('transfer %s (%s) moves money between users', e.transfer, e.kind)
       from window_entry e join ledger_account a on a.id = e.account
      where e.kind in (select transfer_kind from ledger_right where same_owner)
      group by e.transfer, e.kind having count(distinct a.owner) filter (where a.owner like 'user:%') > 1 limit ${SHOWN_MAX})`,
  );
}

/** Checks A4 for the slice. The check constraints enforce it already; this detects a dropped constraint. */
export async function checkFloors(tx: Tx, slice: Slice): Promise<Breach[]> {
  return await find(
    tx,
    sql`
    select 'A4' as invariant, format('account %s (%s %s) is at %s/%s', a.id, a.owner, a.kind, a.available, a.frozen) as detail
      from ledger_account a join ledger_account_kind k using (kind)
     where a.id >= ${slice.from} and a.id < ${slice.until}
       and (a.frozen < 0 or a.available < a.floor or (a.floor is null and k.holder not in ('house', 'world')))
     limit ${SHOWN_MAX}`,
  );
}

/** Checks A2 in one scan where that is fast, and the house's sums over its shards (A4), which are always few. */
export async function checkSums(tx: Tx, accountsMax: number): Promise<Breach[]> {
  const { rows } = await sql<{ accounts: number }>`
    select reltuples as accounts from pg_class where oid = 'ledger_account'::regclass`.execute(tx);
  const everyAccount = Number(rows[0]?.accounts) <= accountsMax; // tidy: not money
  return await find(
    tx,
    sql`
    (select 'A2' as invariant, format('%s in the %s book sums to %s, not to zero', currency, book, sum(available + frozen)) as detail
       from ledger_account where ${everyAccount} group by currency, book having sum(available + frozen) <> 0)
    union all
    (select 'A4', format('the house''s %s in %s %s is %s over all shards', a.kind, a.book, a.currency, sum(a.available))
       from ledger_account a where a.owner like 'house:%' group by a.kind, a.currency, a.book having sum(a.available) < 0)`,
  );
}

/** Roles of running processes; no such role may change the ledger's guards. */
const RUNNING_ROLES = ['app', 'gateway', 'admin', 'engine', 'worker', 'feed', 'custody', 'audit'];

/**
 * Checks A8 and the guards behind it: nothing rewritten, every trigger enabled, no role with excess rights, and the rules
 * of who may post what are those of this version.
 */
export async function checkGuards(tx: Tx): Promise<Breach[]> {
  return await find(
    tx,
    sql`
    with history as (select 'ledger_transfer'::regclass as id union all
                     select 'ledger_entry'::regclass union all
                     select 'external_payment'::regclass union all
                     select inhrelid from pg_inherits where inhparent = 'ledger_entry'::regclass)
    (select 'A8' as invariant, format('%s had %s rows updated and %s deleted', s.relname, s.n_tup_upd, s.n_tup_del) as detail
       from pg_stat_all_tables s join history h on h.id = s.relid where s.n_tup_upd + s.n_tup_del > 0)
    union all
    (select 'A8', format('the trigger %s of %s is off', tgname, tgrelid::regclass)
       from pg_trigger join history h on h.id = tgrelid where tgenabled <> 'O')
    union all
    (select 'A8', format('the trigger %s is missing', needed)
       from unnest(array['ledger_apply', 'ledger_entry_is_append_only']) needed
      where not exists (select from pg_trigger where tgname = needed and tgrelid = 'ledger_entry'::regclass))
    union all
    (select 'A8', format('role %s may %s %s', r.rolname, privilege, h.id::regclass)
       from history h, pg_roles r, unnest(array['UPDATE', 'DELETE', 'TRUNCATE']) privilege
      where r.rolname in (${sql.join(RUNNING_ROLES)}) and has_table_privilege(r.oid, h.id, privilege))
    union all
    (select 'A8', format('role %s may write %s', r.rolname, guarded)
       from pg_roles r, unnest(array['ledger_right', 'ledger_entry', 'external_payment']) guarded
      where r.rolname in (${sql.join(RUNNING_ROLES)})
        and case guarded when 'ledger_entry' then r.rolname not in (select role from ledger_right)
                         when 'external_payment' then r.rolname <> 'custody' else true end
        and (has_any_column_privilege(r.oid, guarded, 'INSERT') or has_any_column_privilege(r.oid, guarded, 'UPDATE')
             or has_table_privilege(r.oid, guarded, 'DELETE')))
    union all
    (select 'A8', format('%s is not the one this version knows', known.name)
       from unnest(${Object.keys(GUARD_DIGESTS)}::text[], ${Object.values(GUARD_DIGESTS)}::text[]) as known (name, digest)
       left join (select 'ledger_right' as name, md5(string_agg(r::text, ' ' order by r::text collate "C")) as digest from ledger_right r
                  union all
                  select proname, md5(prosrc) from pg_proc
                   where pronamespace = 'public'::regnamespace and (prosecdef or proname = 'ledger_change')) actual using (name)
      where actual.digest is distinct from known.digest)
    union all
    (select 'A6', 'the unique index on (kind, ref) is missing or invalid'
      where not exists (select from pg_index i where i.indrelid = 'ledger_transfer'::regclass and i.indisunique and i.indisvalid
                           and pg_get_indexdef(i.indexrelid) like '%(kind, ref)'))`,
  );
}

const find = async (tx: Reader, query: ReturnType<typeof sql<Breach>>) => (await query.execute(tx)).rows;

/**
 * Folds final entries, from the old horizon up to the new one, into the checkpoints. If another auditor did so
 * meanwhile, the horizon has moved, and nothing is folded twice.
 */
export async function fold(tx: Tx, from: string, until: string): Promise<boolean> {
  const { rows } = await sql`select from ledger_audit where horizon = ${from}::xid8 for update`.execute(tx);
  if (rows.length === 0) return false;
  await sql`
    with window_transfer as materialized (
      select id from ledger_transfer where xid >= ${from}::xid8 and xid < ${until}::xid8)
    insert into ledger_checkpoint (account, available, frozen)
    select account, sum(available_delta), sum(frozen_delta)
      from ledger_entry e join window_transfer t on t.id = e.transfer
     where e.transfer between (select min(id) from window_transfer) and (select max(id) from window_transfer)
     group by account
    on conflict (account) do update set available = ledger_checkpoint.available + excluded.available,
                                        frozen = ledger_checkpoint.frozen + excluded.frozen`.execute(tx);
  return true;
}

export async function accountsEnd(tx: Reader): Promise<bigint> {
  const { rows } = await sql<{ end: bigint | null }>`select max(id) + 1 as end from ledger_account`.execute(tx);
  return rows[0]?.end ?? 0n;
}

export type AuditNote = { horizon: string; nextSlice: bigint; breach: string | null };

export async function noteRun(tx: Tx, note: AuditNote): Promise<void> {
  await sql`
    update ledger_audit set horizon = ${note.horizon}::xid8, next_slice = ${note.nextSlice},
           ran_at = clock_timestamp(), breach = ${note.breach}`.execute(tx);
}

/** Notes what the last check of the seals found; null: they are whole. */
export async function noteSeals(tx: Tx, breach: string | null): Promise<void> {
  await sql`update ledger_audit set seal_breach = ${breach}`.execute(tx);
}

/** Records breaches, each once, however often it is detected again. */
export async function recordBreaches(tx: Tx, breaches: readonly Breach[]): Promise<void> {
  await sql`
    insert into ledger_breach (invariant, detail)
    select * from unnest(${breaches.map((it) => it.invariant)}::text[], ${breaches.map((it) => it.detail)}::text[]) as n (invariant, detail)
     where not exists (select from ledger_breach b where b.invariant = n.invariant and b.detail = n.detail)`.execute(
    tx,
  );
}

/** Checks A14: folds every balance again from an empty store. Reads the whole history; run on demand. */
export async function replayEverything(tx: Reader): Promise<Breach[]> {
  return await find(
    tx,
    sql`
    with folded as (select account, sum(available_delta) as available, sum(frozen_delta) as frozen from ledger_entry group by account)
    select 'A14' as invariant, format('account %s shows %s/%s, all its entries sum to %s/%s', coalesce(a.id, f.account),
             a.available, a.frozen, coalesce(f.available, 0), coalesce(f.frozen, 0)) as detail
      from ledger_account a full join folded f on f.account = a.id
     where a.id is null or a.available <> coalesce(f.available, 0) or a.frozen <> coalesce(f.frozen, 0)
     limit ${SHOWN_MAX}`,
  );
}
