import type { ClaimRefusal, ClaimState } from '@app/domain/deposit';
import { type Amount, parseDecimal } from '@app/money';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/db/database.ts';
import type { ClaimRow } from '../claim.store.ts';

export type DeskRow = ClaimRow & {
  readonly user_id: bigint;
  readonly level: number;
  readonly address: string | null;
  readonly change_id: bigint | null;
};

type Query = { readonly state: ClaimState; readonly after: bigint | undefined; readonly limit: number };

/** Reads claims in one state, oldest first, with the change that waits to approve them. */
export async function readDesk(db: Reader, { state, after, limit }: Query): Promise<readonly DeskRow[]> {
  const { rows } = await sql<DeskRow>`
    select c.id, c.user_id, u.verification as level, c.currency, c.chain, c.stated::text, c.tx_hash, h.explorer, a.address, c.state,
           c.refused_because, c.note, c.amount::text, c.created_at, c.decided_at, c.credited_at,
           (select max(s.id) from staff_change s
             where s.subject = 'claim:' || c.id and s.state = 'waiting' and s.expires_at > app_now()) as change_id
      from deposit_claim c join user_account u on u.id = c.user_id join deposit_chain h on h.chain = c.chain
      left join deposit_address a on a.chain = c.chain and a.user_id = c.user_id
     where c.state = ${state} and ${after === undefined ? sql`true` : sql`c.id > ${after}`}
     order by c.id limit ${limit}`.execute(db);
  return rows;
}

export async function findVoucher(db: Reader, id: bigint): Promise<string | undefined> {
  const { rows } = await sql<{ voucher: string }>`select voucher from deposit_claim where id = ${id}`.execute(db);
  return rows[0]?.voucher;
}

type Refused = { readonly userId: bigint; readonly currency: string; readonly stated: Amount };
type Refusal = { readonly id: bigint; readonly because: ClaimRefusal; readonly note: string | undefined };

/** Refuses a claim that is not credited; one person is enough. Returns whose it was. */
export async function refuse(tx: Tx, tokenHash: Buffer, { id, because, note }: Refusal): Promise<Refused> {
  await sql`select deposit_claim_refuse(${tokenHash}, ${id}, ${because}, ${note ?? null})`.execute(tx);
  const { rows } = await sql<{ user_id: bigint; currency: string; stated: string }>`
    select user_id, currency, stated::text from deposit_claim where id = ${id}`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('a refused claim exists');
  return { userId: row.user_id, currency: row.currency, stated: parseDecimal<Amount>(row.stated) };
}
