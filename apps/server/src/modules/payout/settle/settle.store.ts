import type { PayoutIntent, PayoutRefusal, PayoutState } from '@app/domain/payout';
import { type Amount, parseDecimal, type Rate } from '@app/money';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/db/database.ts';
import type { SignedChange } from '../../custody/index.ts';

/** A payout as custody acts on it. */
export type DuePayout = PayoutIntent & {
  readonly state: PayoutState;
  readonly refusedBecause: PayoutRefusal | undefined;
  readonly change: bigint | undefined;
  readonly paidChange: bigint | undefined;
  readonly refusalChange: bigint | undefined;
  readonly bankReference: string | undefined;
};

type Row = {
  id: bigint;
  user_id: bigint;
  amount: string;
  fee: string;
  rate: string;
  usd: string;
  account: string;
  card_hash: string;
  state: PayoutState;
  refused_because: PayoutRefusal | null;
  change: bigint | null;
  paid_change: bigint | null;
  refusal_change: bigint | null;
  bank_reference: string | null;
};

const COLUMNS = sql`
  id, user_id, amount::text, fee::text, rate::text, usd::text, account, card_hash, state, refused_because, change, paid_change,
  refusal_change, bank_reference`;

const duePayout = (row: Row): DuePayout => ({
  id: row.id,
  userId: row.user_id,
  amount: parseDecimal<Amount>(row.amount),
  fee: parseDecimal<Amount>(row.fee),
  rate: parseDecimal<Rate>(row.rate),
  usd: parseDecimal<Amount>(row.usd),
  account: row.account,
  cardHash: row.card_hash,
  state: row.state,
  refusedBecause: row.refused_because ?? undefined,
  change: row.change ?? undefined,
  paidChange: row.paid_change ?? undefined,
  refusalChange: row.refusal_change ?? undefined,
  bankReference: row.bank_reference ?? undefined,
});

/** Reads what waits to be booked after an id: paid at the bank, or refused. */
export async function readDue(db: Reader, after: bigint, limit: number): Promise<readonly DuePayout[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from payout
     where (state = 'refused' or (state = 'approved' and paid_change is not null)) and id > ${after}
     order by id limit ${limit}`.execute(db);
  return rows.map(duePayout);
}

/** Locks a payout for a change of its state; undefined if it is in another one by now. */
export async function lockIn(tx: Tx, id: bigint, state: PayoutState): Promise<DuePayout | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from payout where id = ${id} and state = ${state} for update`.execute(tx);
  return rows.map(duePayout)[0];
}

export async function writeState(tx: Tx, id: bigint, state: 'paid' | 'returned'): Promise<void> {
  await sql`update payout set state = ${state} where id = ${id}`.execute(tx);
}

/** What was signed under a change of a kind, with the answers of the passkeys; undefined without such a change. */
export async function readSigned(db: Reader, change: bigint, kind: string): Promise<SignedChange | undefined> {
  const { rows } = await sql<{ id: bigint; payload: string; assertions: string[] }>`
    select c.id, c.payload, coalesce(array_agg(s.assertion) filter (where s.assertion is not null), '{}') as assertions
      from staff_change c left join staff_signature s on s.change_id = c.id and s.payload_hash = c.payload_hash
     where c.id = ${change} and c.kind = ${kind} group by c.id`.execute(db);
  return rows[0];
}

type Evidence = {
  /** What the ledger holds for it. */
  readonly held: Amount;
  /** Whether its money has moved already. */
  readonly isEnded: boolean;
  /** Whether any trace says that it was approved once. */
  readonly wasApproved: boolean;
};

export async function readEvidence(db: Reader, { id, userId }: PayoutIntent): Promise<Evidence> {
  const { rows } = await sql<{ held: string; is_ended: boolean; was_approved: boolean }>`
    select coalesce((select sum(e.frozen_delta) from ledger_transfer t join ledger_entry e on e.transfer = t.id
                       join ledger_account a on a.id = e.account
                      where t.kind = 'payout.hold' and t.ref = ${String(id)} and t.book = 'real' and a.kind = 'wallet'
                        and a.owner = ${`user:${userId}`} and a.currency = 'USDT'), 0)::text as held,
           exists (select from ledger_transfer t where t.kind in ('payout', 'payout.return') and t.ref = ${String(id)}) as is_ended,
           exists (select from payout_step s where s.payout = ${id} and s.state = 'approved')
             or exists (select from staff_change c where c.subject = ${`payout:${id}`} and c.kind = 'payout.approve' and c.state = 'executed')
             as was_approved`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('no answer');
  return { held: parseDecimal<Amount>(row.held), isEnded: row.is_ended, wasApproved: row.was_approved };
}
