import type { PayoutRefusal, PayoutState } from '@app/domain/payout';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/db/database.ts';

export type DeskRow = {
  readonly id: bigint;
  readonly user_id: bigint;
  readonly level: number;
  readonly amount: string;
  readonly fee: string;
  readonly rate: string;
  readonly usd: string;
  readonly holder: string;
  readonly bank_name: string;
  readonly account: string;
  readonly card_hash: string;
  readonly worth_usdt: string;
  readonly state: PayoutState;
  readonly refused_because: PayoutRefusal | null;
  readonly bank_reference: string | null;
  readonly created_at: Date;
  readonly change_id: bigint | null;
};

type Query = { readonly state: PayoutState; readonly after: bigint | undefined; readonly limit: number };

/** Reads payouts in one state, oldest first, with the change about them that waits. */
export async function readDesk(db: Reader, { state, after, limit }: Query): Promise<readonly DeskRow[]> {
  const { rows } = await sql<DeskRow>`
    select p.id, p.user_id, u.verification as level, p.amount::text, p.fee::text, p.rate::text, p.usd::text, p.holder, p.bank_name,
           p.account, p.card_hash, p.worth_usdt::text, p.state, p.refused_because, p.bank_reference, p.created_at,
           (select max(c.id) from staff_change c
             where c.subject = 'payout:' || p.id and c.state = 'waiting' and c.expires_at > app_now()) as change_id
      from payout p join user_account u on u.id = p.user_id
     where p.state = ${state} and ${after === undefined ? sql`true` : sql`p.id > ${after}`}
     order by p.id limit ${limit}`.execute(db);
  return rows;
}

/** Refuses a payout in review; one person is enough. */
export async function refuse(
  tx: Tx,
  tokenHash: Buffer,
  { id, reason }: { readonly id: bigint; readonly reason: string },
): Promise<void> {
  await sql`select payout_refuse(${tokenHash}, ${id}, ${reason})`.execute(tx);
}

/** Records that staff reads the bank details of a payout. */
export async function viewCard(tx: Tx, tokenHash: Buffer, id: bigint): Promise<void> {
  await sql`select desk_view_payout(${tokenHash}, ${id})`.execute(tx);
}

type CardRow = { readonly key_id: string; readonly sealed: Buffer; readonly card_hash: string };

/** Returns the sealed bank details that staff was recorded to read; undefined if there is no such payout. */
export async function openCard(tx: Tx, tokenHash: Buffer, id: bigint): Promise<CardRow | undefined> {
  const { rows } = await sql<CardRow>`
    select key_id, sealed, card_hash from desk_open_payout(${tokenHash}, ${id})`.execute(tx);
  return rows[0];
}
