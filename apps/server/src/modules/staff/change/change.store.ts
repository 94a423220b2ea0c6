import { expectDefined } from '@app/base';
import type { ChangeKind, ChangeState } from '@app/domain/staff';
import { type RawBuilder, sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/db/database.ts';

export type ChangeRow = {
  id: bigint;
  kind: ChangeKind;
  subject: string;
  payload: string;
  payload_hash: Buffer;
  reason: string;
  state: ChangeState;
  is_expired: boolean;
  made_by: bigint;
  made_at: Date;
  expires_at: Date;
  decided_at: Date | null;
  /** Ids of those who shaped it. */
  editors: string[];
  signatures: { staff_id: string; as: 'maker' | 'checker'; by_passkey: boolean; at: number }[];
};

const COLUMNS = sql`
  c.id, c.kind, c.subject, c.payload, c.payload_hash, c.reason, c.state, c.expires_at <= app_now() as is_expired, c.made_by, c.made_at,
  c.expires_at, c.decided_at,
  array(select distinct e.staff_id::text from staff_change_edit e where e.change_id = c.id) as editors,
  coalesce((select json_agg(json_build_object('staff_id', s.staff_id::text, 'as', s.role, 'by_passkey', s.passkey_id is not null,
      'at', (extract(epoch from s.at) * 1000)::bigint) order by s.at)
    from staff_signature s where s.change_id = c.id and s.payload_hash = c.payload_hash), '[]'::json) as signatures`;

export async function findChange(db: Reader, id: bigint): Promise<ChangeRow | undefined> {
  const { rows } = await sql<ChangeRow>`select ${COLUMNS} from staff_change c where c.id = ${id}`.execute(db);
  return rows[0];
}

type Filter = { readonly state?: ChangeState | undefined; readonly subject?: string | undefined };
type Span = { readonly before: bigint | undefined; readonly limit: number };

/** Reads changes, newest first. */
export async function readChanges(
  db: Reader,
  { state, subject }: Filter,
  { before, limit }: Span,
): Promise<ChangeRow[]> {
  const conditions: RawBuilder<unknown>[] = [
    ...(state === undefined ? [] : [sql`c.state = ${state}`]),
    ...(state === 'waiting' ? [sql`c.expires_at > app_now()`] : []),
    ...(subject === undefined ? [] : [sql`c.subject = ${subject}`]),
    ...(before === undefined ? [] : [sql`c.id < ${before}`]),
  ];
  const where = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
  const { rows } = await sql<ChangeRow>`
    select ${COLUMNS} from staff_change c where ${where} order by c.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Reads the newest waiting change of each subject. */
export async function readWaiting(db: Reader): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ subject: string; id: bigint }>`
    select subject, max(id) as id from staff_change
     where state = 'waiting' and expires_at > app_now() group by subject`.execute(db);
  return new Map(rows.map(({ subject, id }) => [subject, id]));
}

type Proposal = {
  readonly kind: ChangeKind;
  readonly payload: string;
  readonly reason: string;
  readonly lifetimeSeconds: number;
};

export async function propose(tx: Tx, tokenHash: Buffer, proposal: Proposal): Promise<bigint> {
  const { kind, payload, reason, lifetimeSeconds } = proposal;
  const { rows } = await sql<{ id: bigint }>`
    select staff_propose(${tokenHash}, ${kind}, ${payload}, ${reason}, ${lifetimeSeconds} * interval '1 second') as id`.execute(
    tx,
  );
  return expectDefined(rows[0], 'the new change').id;
}

type Edit = { readonly id: bigint; readonly payload: string; readonly reason: string };

export async function edit(tx: Tx, tokenHash: Buffer, { id, payload, reason }: Edit): Promise<void> {
  await sql`select staff_edit(${tokenHash}, ${id}, ${payload}, ${reason})`.execute(tx);
}

type Signature = {
  readonly id: bigint;
  readonly payloadHash: Buffer;
  readonly passkeyId: bigint | undefined;
  readonly assertion: string | undefined;
  readonly reason: string;
};

export async function sign(tx: Tx, tokenHash: Buffer, signature: Signature): Promise<void> {
  const { id, payloadHash, passkeyId, assertion, reason } = signature;
  await sql`
    select staff_sign(${tokenHash}, ${id}, ${payloadHash}, ${passkeyId ?? null}::bigint, ${assertion ?? null}::text,
                      ${reason})`.execute(tx);
}

/** Whether a maker and a checker, both still allowed to, have signed the payload as it is. */
export async function isSigned(tx: Tx, id: bigint): Promise<boolean> {
  const { rows } = await sql<{ signed: boolean }>`
    select staff_signed(c, 'maker') and staff_signed(c, 'checker') as signed from staff_change c where id = ${id}`.execute(
    tx,
  );
  return rows[0]?.signed ?? false;
}

export async function execute(tx: Tx, tokenHash: Buffer, id: bigint): Promise<void> {
  await sql`select staff_execute(${tokenHash}, ${id})`.execute(tx);
}

export async function refuse(tx: Tx, tokenHash: Buffer, id: bigint, reason: string): Promise<void> {
  await sql`select staff_refuse(${tokenHash}, ${id}, ${reason})`.execute(tx);
}

export async function switchOff(tx: Tx, tokenHash: Buffer, key: string, reason: string) {
  const { rows } = await sql<{ version: number; at: Date }>`
    select staff_switch_off(${tokenHash}, ${key}, ${reason}) as version, app_now() as at`.execute(tx);
  return expectDefined(rows[0], 'the new version');
}

export async function disable(tx: Tx, tokenHash: Buffer, id: bigint, reason: string): Promise<void> {
  await sql`select staff_disable(${tokenHash}, ${id}, ${reason})`.execute(tx);
}

export async function invite(
  tx: Tx,
  tokenHash: Buffer,
  { id, inviteHash, reason }: { readonly id: bigint; readonly inviteHash: Buffer; readonly reason: string },
): Promise<Date> {
  await sql`select staff_invite_to(${tokenHash}, ${id}, ${inviteHash}, ${reason})`.execute(tx);
  const { rows } = await sql<{ expires_at: Date }>`
    select expires_at from staff_invite where token_hash = ${inviteHash}`.execute(tx);
  return expectDefined(rows[0], 'the new invitation').expires_at;
}
