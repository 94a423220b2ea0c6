import type { Chain } from '@app/domain/payee';
import type { ReviewReason, WithdrawalState } from '@app/domain/withdrawal';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/db/database.ts';

export type DeskRow = {
  readonly id: bigint;
  readonly user_id: bigint;
  readonly level: number;
  readonly currency: string;
  readonly chain: Chain;
  readonly address: string;
  readonly amount: string;
  readonly fee: string;
  readonly worth_usdt: string;
  readonly state: WithdrawalState;
  readonly review_reasons: ReviewReason[];
  readonly created_at: Date;
  readonly change_id: bigint | null;
  readonly nonce: bigint | null;
  readonly tx_hash: string | null;
};

type Query = { readonly state: WithdrawalState; readonly after: bigint | undefined; readonly limit: number };

/** Reads withdrawals in one state, oldest first, with the change that waits to approve them. */
export async function readDesk(db: Reader, { state, after, limit }: Query): Promise<readonly DeskRow[]> {
  const { rows } = await sql<DeskRow>`
    select w.id, w.user_id, u.verification as level, w.currency, w.chain, w.address, w.amount::text, w.fee::text, w.worth_usdt::text,
           w.state, w.review_reasons, w.created_at, p.nonce, p.tx_hash,
           (select max(c.id) from staff_change c
             where c.subject = 'withdrawal:' || w.id and c.state = 'waiting' and c.expires_at > app_now()) as change_id
      from withdrawal w join user_account u on u.id = w.user_id left join chain_payment p on p.withdrawal = w.id
     where w.state = ${state} and ${after === undefined ? sql`true` : sql`w.id > ${after}`}
     order by w.id limit ${limit}`.execute(db);
  return rows;
}

type Wallet = { readonly chain: Chain; readonly address: string; readonly halted: string | null };

export async function readWallets(db: Reader): Promise<Wallet[]> {
  const { rows } = await sql<Wallet>`select chain, address, halted from chain_wallet order by chain`.execute(db);
  return rows;
}

/** Refuses a withdrawal that nothing was signed for; one person is enough. */
export async function refuse(
  tx: Tx,
  tokenHash: Buffer,
  { id, reason }: { readonly id: bigint; readonly reason: string },
): Promise<void> {
  await sql`select withdrawal_refuse(${tokenHash}, ${id}, ${reason})`.execute(tx);
}
