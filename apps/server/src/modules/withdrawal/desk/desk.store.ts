import type { Chain } from '@app/domain/payee';
import type { ReviewReason, WaitReason, WithdrawalState } from '@app/domain/withdrawal';
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
  readonly approved_at: Date | null;
  /** Signed transactions of it, and when a node was last given one. */
  readonly attempts: number;
  readonly sent_at: Date | null;
  readonly wait: WaitReason | null;
};

type Query = { readonly state: WithdrawalState; readonly after: bigint | undefined; readonly limit: number };

/** Reads withdrawals in one state, oldest first, with the change that waits to approve them. */
export async function readDesk(db: Reader, { state, after, limit }: Query): Promise<readonly DeskRow[]> {
  const { rows } = await sql<DeskRow>`
    select w.id, w.user_id, u.verification as level, w.currency, w.chain, w.address, w.amount::text, w.fee::text, w.worth_usdt::text,
           w.state, w.review_reasons, w.created_at, p.nonce, p.tx_hash, s.at as approved_at, a.attempts, a.sent_at,
           case when w.state in ('approved', 'signed') and p.tx_hash is null then n.reason end as wait,
           (select max(c.id) from staff_change c
             where c.subject = 'withdrawal:' || w.id and c.state = 'waiting' and c.expires_at > app_now()) as change_id
      from withdrawal w join user_account u on u.id = w.user_id
      left join chain_payment p on p.withdrawal = w.id
      left join withdrawal_step s on s.withdrawal = w.id and s.state = 'approved'
      left join withdrawal_wait n on n.withdrawal = w.id
      left join lateral (select count(*)::int as attempts, max(t.sent_at) as sent_at
                           from chain_attempt t where t.chain = p.chain and t.nonce = p.nonce) a on true
     where w.state = ${state} and ${after === undefined ? sql`true` : sql`w.id > ${after}`}
     order by w.id limit ${limit}`.execute(db);
  return rows;
}

type Wallet = {
  readonly chain: Chain;
  readonly address: string;
  readonly halted: string | null;
  /** Why nothing is swept to it. */
  readonly sweep_halted: string | null;
  readonly stuck: number;
};

/** Reads the addresses that custody sends from, and how many withdrawals are in no block so long after their approval. */
export async function readWallets(db: Reader, stuckMs: number): Promise<Wallet[]> {
  const { rows } = await sql<Wallet>`
    select c.chain, c.address, c.halted, g.halted as sweep_halted,
           (select count(*)::int from withdrawal w
              join withdrawal_step s on s.withdrawal = w.id and s.state = 'approved'
              left join chain_payment p on p.withdrawal = w.id
             where w.chain = c.chain and w.state in ('approved', 'signed') and p.tx_hash is null
               and s.at < app_now() - make_interval(secs => ${stuckMs / 1_000})) as stuck
      from chain_wallet c left join chain_sweeper g on g.chain = c.chain order by c.chain`.execute(db);
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
