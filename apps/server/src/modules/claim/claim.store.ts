import type { ClaimRefusal, ClaimState } from '@app/domain/deposit';
import type { Chain } from '@app/domain/payee';
import { type Amount, formatDecimal } from '@app/money';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/db/database.ts';
import { type GrowingList, isBefore, listOfQuery } from '../../platform/db/page.ts';

/** Serialises the claims of one user, so that parallel ones count against the same limit. */
export async function lockClaimsOf(tx: Tx, userId: bigint): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('claims', ${userId}))`.execute(tx);
}

/** Counts a user's claims: those that wait, and those of the last 24 hours. */
export async function countClaims(
  tx: Tx,
  userId: bigint,
): Promise<{ readonly waiting: number; readonly recent: number }> {
  const { rows } = await sql<{ waiting: number; recent: number }>`
    select (count(*) filter (where state = 'waiting'))::int as waiting,
           (count(*) filter (where created_at > app_now() - interval '24 hours'))::int as recent
      from deposit_claim where user_id = ${userId}`.execute(tx);
  return rows[0] ?? { waiting: 0, recent: 0 };
}

/** Whether a claim of this transaction was approved, whosever it is. */
export async function isClaimed(tx: Tx, chain: Chain, txHash: string): Promise<boolean> {
  const { rows } = await sql`
    select from deposit_claim where chain = ${chain} and tx_hash = ${txHash} and state in ('approved', 'credited')`.execute(
    tx,
  );
  return rows.length > 0;
}

type NewClaim = {
  readonly id: bigint;
  readonly userId: bigint;
  readonly currency: string;
  readonly chain: Chain;
  readonly stated: Amount;
  readonly txHash: string | undefined;
  readonly voucher: string;
};

export async function insertClaim(tx: Tx, claim: NewClaim): Promise<void> {
  const { id, userId, currency, chain, stated, txHash, voucher } = claim;
  await sql`
    insert into deposit_claim (id, user_id, currency, chain, stated, tx_hash, voucher)
    values (${id}, ${userId}, ${currency}, ${chain}, ${formatDecimal(stated)}, ${txHash ?? null}, ${voucher})`.execute(
    tx,
  );
}

export type ClaimRow = {
  readonly id: bigint;
  readonly currency: string;
  readonly chain: Chain;
  readonly stated: string;
  readonly tx_hash: string | null;
  readonly explorer: string | null;
  readonly state: ClaimState;
  readonly refused_because: ClaimRefusal | null;
  readonly note: string | null;
  readonly amount: string | null;
  readonly created_at: Date;
  readonly decided_at: Date | null;
  readonly credited_at: Date | null;
};

const SHOWN = sql`
  c.id, c.currency, c.chain, c.stated::text, c.tx_hash, h.explorer, c.state, c.refused_because, c.note, c.amount::text, c.created_at,
  c.decided_at, c.credited_at from deposit_claim c join deposit_chain h on h.chain = c.chain`;

/** Lists a user's claims, newest first. */
export const claimsOf = (db: Reader, userId: bigint): GrowingList<ClaimRow> =>
  listOfQuery<ClaimRow>(
    db,
    (before) => sql`select ${SHOWN} where c.user_id = ${userId} and ${isBefore(before)} order by c.id desc`,
  );

export async function findClaim(tx: Reader, id: bigint): Promise<ClaimRow | undefined> {
  const { rows } = await sql<ClaimRow>`select ${SHOWN} where c.id = ${id}`.execute(tx);
  return rows[0];
}
