import type { ApprovedClaim } from '@app/domain/deposit';
import type { Chain } from '@app/domain/payee';
import { type Amount, parseDecimal } from '@app/money';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/db/database.ts';
import type { SignedChange } from '../../custody/index.ts';

/** An approved claim as custody acts on it. */
export type ToCredit = ApprovedClaim & { readonly change: bigint; readonly txHash: string | undefined };

type Row = {
  id: bigint;
  user_id: bigint;
  chain: Chain;
  currency: string;
  amount: string;
  change: bigint;
  tx_hash: string | null;
};

const COLUMNS = sql`c.id, c.user_id, c.chain, c.currency, c.amount::text, c.change, c.tx_hash`;

const toCredit = ({ user_id: userId, tx_hash: txHash, ...row }: Row): ToCredit => ({
  ...row,
  userId,
  amount: parseDecimal<Amount>(row.amount),
  txHash: txHash ?? undefined,
});

/** Reads approved claims of a chain, oldest first. */
export async function readApproved(db: Reader, chain: Chain, limit: number): Promise<readonly ToCredit[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from deposit_claim c
     where c.chain = ${chain} and c.state = 'approved' order by c.id limit ${limit}`.execute(db);
  return rows.map(toCredit);
}

/** Locks a claim for its credit; undefined if it does not wait for one any more. */
export async function lockApproved(tx: Tx, id: bigint): Promise<ToCredit | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from deposit_claim c where c.id = ${id} and c.state = 'approved' for update`.execute(tx);
  return rows.map(toCredit)[0];
}

export async function writeCredited(tx: Tx, id: bigint): Promise<void> {
  await sql`update deposit_claim set state = 'credited' where id = ${id}`.execute(tx);
}

/** Whether the money of a claim has moved, whatever its row says. */
export async function isPosted(db: Reader, id: bigint): Promise<boolean> {
  const { rows } = await sql`
    select from ledger_transfer where kind = 'deposit.claim' and ref = ${String(id)}`.execute(db);
  return rows.length > 0;
}

/** Reads what two people signed for a claim; undefined without a change. */
export async function readApproval(db: Reader, change: bigint): Promise<SignedChange | undefined> {
  const { rows } = await sql<{ id: bigint; payload: string; assertions: string[] }>`
    select c.id, c.payload, coalesce(array_agg(s.assertion) filter (where s.assertion is not null), '{}') as assertions
      from staff_change c left join staff_signature s on s.change_id = c.id and s.payload_hash = c.payload_hash
     where c.id = ${change} and c.kind = 'deposit.approve' group by c.id`.execute(db);
  return rows[0];
}
