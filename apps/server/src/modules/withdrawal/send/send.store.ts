import type { Chain } from '@app/domain/payee';
import type { Intent, ReviewReason, WaitReason, WithdrawalState } from '@app/domain/withdrawal';
import { type Amount, parseDecimal } from '@app/money';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/db/database.ts';

export type Wallet = { readonly address: string; readonly first_nonce: bigint; readonly halted: string | null };

export async function readWallet(db: Reader, chain: Chain): Promise<Wallet | undefined> {
  const { rows } =
    await sql<Wallet>`select address, first_nonce, halted from chain_wallet where chain = ${chain}`.execute(db);
  return rows[0];
}

type NewWallet = { readonly address: string; readonly firstNonce: number; readonly halted: string | undefined };

export async function insertWallet(tx: Tx, chain: Chain, { address, firstNonce, halted }: NewWallet): Promise<void> {
  await sql`insert into chain_wallet (chain, address, first_nonce, halted)
            values (${chain}, ${address}, ${firstNonce}, ${halted ?? null})`.execute(tx);
}

export async function writeHalt(tx: Tx, chain: Chain, reason: string): Promise<void> {
  await sql`update chain_wallet set halted = ${reason} where chain = ${chain} and halted is null`.execute(tx);
}

/** A withdrawal as custody acts on it. */
export type ToSend = Intent & {
  readonly state: WithdrawalState;
  readonly payeeId: bigint;
  readonly reasons: readonly ReviewReason[];
  readonly change: bigint | undefined;
};

type Row = {
  id: bigint;
  user_id: bigint;
  currency: string;
  chain: Chain;
  address: string;
  amount: string;
  fee: string;
  state: WithdrawalState;
  payee_id: bigint;
  review_reasons: ReviewReason[];
  change: bigint | null;
};

const COLUMNS = sql`
  w.id, w.user_id, w.currency, w.chain, w.address, w.amount::text, w.fee::text, w.state, w.payee_id, w.review_reasons, w.change`;

const toSend = (row: Row): ToSend => ({
  id: row.id,
  userId: row.user_id,
  currency: row.currency,
  chain: row.chain,
  address: row.address,
  amount: parseDecimal<Amount>(row.amount),
  fee: parseDecimal<Amount>(row.fee),
  state: row.state,
  payeeId: row.payee_id,
  reasons: row.review_reasons,
  change: row.change ?? undefined,
});

/** Reads approved withdrawals that have no nonce yet, oldest first. */
export async function readApproved(db: Reader, chain: Chain, limit: number): Promise<readonly ToSend[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from withdrawal w
     where w.chain = ${chain} and w.state = 'approved' and not exists (select from chain_payment p where p.withdrawal = w.id)
     order by w.id limit ${limit}`.execute(db);
  return rows.map(toSend);
}

export async function readRefused(db: Reader, chain: Chain, limit: number): Promise<readonly ToSend[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from withdrawal w where w.chain = ${chain} and w.state = 'refused' order by w.id limit ${limit}`.execute(
    db,
  );
  return rows.map(toSend);
}

export async function readOne(db: Reader, id: bigint, state: WithdrawalState): Promise<ToSend | undefined> {
  const { rows } =
    await sql<Row>`select ${COLUMNS} from withdrawal w where w.id = ${id} and w.state = ${state}`.execute(db);
  return rows.map(toSend)[0];
}

/** Locks a withdrawal for a change of its state; undefined if it is in another one by now. */
export async function lockIn(tx: Tx, id: bigint, state: WithdrawalState): Promise<ToSend | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from withdrawal w where w.id = ${id} and w.state = ${state} for update`.execute(tx);
  return rows.map(toSend)[0];
}

export async function writeState(tx: Tx, id: bigint, state: WithdrawalState): Promise<void> {
  await sql`update withdrawal set state = ${state} where id = ${id}`.execute(tx);
}

export async function writeChainFailed(tx: Tx, id: bigint): Promise<void> {
  await sql`update withdrawal set state = 'refused', refused_because = 'chain_failed' where id = ${id}`.execute(tx);
}

/** What was signed for a withdrawal by two people; undefined without a change. */
export async function readApproval(
  db: Reader,
  change: bigint,
): Promise<{ readonly id: bigint; readonly payload: string; readonly assertions: readonly string[] } | undefined> {
  const { rows } = await sql<{ id: bigint; payload: string; assertions: string[] }>`
    select c.id, c.payload, coalesce(array_agg(s.assertion) filter (where s.assertion is not null), '{}') as assertions
      from staff_change c left join staff_signature s on s.change_id = c.id and s.payload_hash = c.payload_hash
     where c.id = ${change} and c.kind = 'withdrawal.approve' group by c.id`.execute(db);
  return rows[0];
}

/** Whether a withdrawal's money is held exactly, and its address is one of its user's whose waiting period is over. */
export async function readEvidence(
  db: Reader,
  { id, userId, currency, chain, address, payeeId }: ToSend,
): Promise<{ readonly held: Amount; readonly isEnded: boolean; readonly isSaved: boolean }> {
  const { rows } = await sql<{ held: string; is_ended: boolean; is_saved: boolean }>`
    select coalesce((select sum(e.frozen_delta) from ledger_transfer t join ledger_entry e on e.transfer = t.id
                       join ledger_account a on a.id = e.account
                      where t.kind = 'withdrawal.hold' and t.ref = ${String(id)} and t.book = 'real' and a.kind = 'wallet'
                        and a.owner = ${`user:${userId}`} and a.currency = ${currency}), 0)::text as held,
           exists (select from ledger_transfer t where t.kind in ('withdrawal', 'withdrawal.return') and t.ref = ${String(id)}) as is_ended,
           exists (select from payee_address p
                    where p.id = ${payeeId} and p.user_id = ${userId} and p.currency = ${currency} and p.chain = ${chain}
                      and p.address = ${address} and p.usable_at <= app_now()) as is_saved`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('no answer');
  return { held: parseDecimal<Amount>(row.held), isEnded: row.is_ended, isSaved: row.is_saved };
}

export type Payment = {
  readonly nonce: number;
  readonly withdrawal: bigint;
  readonly currency: string;
  readonly units: bigint;
  readonly recipient: string;
  readonly tx_hash: string | undefined;
  readonly block: number | undefined;
};

/** Reads payments whose withdrawal has not ended, lowest nonce first. */
export async function readOpenPayments(db: Reader, chain: Chain): Promise<readonly Payment[]> {
  type PaymentRow = {
    nonce: bigint;
    withdrawal: bigint;
    currency: string;
    units: string;
    recipient: string;
    tx_hash: string | null;
    block: bigint | null;
  };
  const { rows } = await sql<PaymentRow>`
    select p.nonce, p.withdrawal, p.currency, p.units::text, p.recipient, p.tx_hash, p.block
      from chain_payment p join withdrawal w on w.id = p.withdrawal
     where p.chain = ${chain} and w.state in ('approved', 'signed') order by p.nonce`.execute(db);
  return rows.map((row) => ({
    ...row,
    nonce: Number(row.nonce),
    units: BigInt(row.units),
    tx_hash: row.tx_hash ?? undefined,
    block: row.block === null ? undefined : Number(row.block),
  }));
}

/** Reads what payments that have ended paid for gas, and the last block that contains one. */
export async function readEndedGas(
  db: Reader,
  chain: Chain,
): Promise<{ readonly gas: bigint; readonly lastBlock: number }> {
  const { rows } = await sql<{ gas: string; last_block: bigint }>`
    select coalesce(sum(p.gas_paid), 0)::text as gas, coalesce(max(p.block), 0) as last_block
      from chain_payment p join withdrawal w on w.id = p.withdrawal
     where p.chain = ${chain} and w.state not in ('approved', 'signed')`.execute(db);
  return { gas: BigInt(rows[0]?.gas ?? '0'), lastBlock: Number(rows[0]?.last_block ?? 0n) };
}

/** Returns the highest nonce that was ever reserved; undefined before the first. */
export async function readLastNonce(db: Reader, chain: Chain): Promise<number | undefined> {
  const { rows } = await sql<{ last: bigint | null }>`
    select max(nonce) as last from chain_payment where chain = ${chain}`.execute(db);
  const last = rows[0]?.last ?? null;
  return last === null ? undefined : Number(last);
}

/** Sums the units of a coin whose payments were reserved within the last hour. */
export async function sumOfHour(db: Reader, chain: Chain, currency: string): Promise<bigint> {
  const { rows } = await sql<{ units: string }>`
    select coalesce(sum(units), 0)::text as units from chain_payment
     where chain = ${chain} and currency = ${currency} and reserved_at > app_now() - interval '1 hour'`.execute(db);
  return BigInt(rows[0]?.units ?? '0');
}

export async function reserve(
  tx: Tx,
  chain: Chain,
  { nonce, withdrawal, currency, units, recipient }: Payment,
): Promise<void> {
  await sql`
    insert into chain_payment (chain, nonce, withdrawal, currency, units, recipient)
    values (${chain}, ${nonce}, ${withdrawal}, ${currency}, ${String(units)}, ${recipient})`.execute(tx);
}

export type Attempt = {
  readonly tx_hash: string;
  readonly raw: string;
  readonly feeMax: bigint;
  readonly tip: bigint;
  /** How long ago it was signed, and was last given to a node. */
  readonly ageSeconds: number;
  readonly unsentSeconds: number | undefined;
};

/** Reads the signed transactions of a payment, the newest first. */
export async function readAttempts(db: Reader, chain: Chain, nonce: number): Promise<readonly Attempt[]> {
  type AttemptRow = { tx_hash: string; raw: string; fee_max: string; tip: string; age: number; unsent: number | null };
  const { rows } = await sql<AttemptRow>`
    select tx_hash, raw, fee_max::text, tip::text, extract(epoch from app_now() - signed_at)::float8 as age,
           extract(epoch from app_now() - sent_at)::float8 as unsent
      from chain_attempt where chain = ${chain} and nonce = ${nonce} order by fee_max desc`.execute(db);
  return rows.map(({ tx_hash, raw, fee_max, tip, age, unsent }) => ({
    tx_hash,
    raw,
    feeMax: BigInt(fee_max),
    tip: BigInt(tip),
    ageSeconds: age,
    unsentSeconds: unsent ?? undefined,
  }));
}

/** Notes why a withdrawal is not sent now, once for each reason. */
export async function writeWait(tx: Tx, id: bigint, reason: WaitReason): Promise<void> {
  await sql`
    insert into withdrawal_wait as w (withdrawal, reason) values (${id}, ${reason})
    on conflict (withdrawal) do update set reason = excluded.reason, since = app_now() where w.reason <> excluded.reason`.execute(
    tx,
  );
}

export async function readWait(db: Reader, id: bigint): Promise<WaitReason | undefined> {
  const { rows } = await sql<{ reason: WaitReason }>`
    select reason from withdrawal_wait where withdrawal = ${id}`.execute(db);
  return rows[0]?.reason;
}

export async function deleteWait(tx: Tx, id: bigint): Promise<void> {
  await sql`delete from withdrawal_wait where withdrawal = ${id}`.execute(tx);
}

type NewAttempt = Pick<Attempt, 'tx_hash' | 'raw' | 'feeMax' | 'tip'>;

export async function insertAttempt(tx: Tx, chain: Chain, nonce: number, attempt: NewAttempt): Promise<void> {
  const { tx_hash, raw, feeMax, tip } = attempt;
  await sql`
    insert into chain_attempt (tx_hash, chain, nonce, raw, fee_max, tip)
    values (${tx_hash}, ${chain}, ${nonce}, ${raw}, ${String(feeMax)}, ${String(tip)})`.execute(tx);
}

export async function writeSent(tx: Tx, txHash: string): Promise<void> {
  await sql`update chain_attempt set sent_at = app_now() where tx_hash = ${txHash}`.execute(tx);
}

type Mined = { readonly txHash: string; readonly block: number; readonly isSuccess: boolean; readonly gasPaid: bigint };

/** Writes where a payment stands; without a place, no block contains it any more. */
export async function writeMined(tx: Tx, chain: Chain, nonce: number, mined: Mined | undefined): Promise<void> {
  await sql`
    update chain_payment set tx_hash = ${mined?.txHash ?? null}, block = ${mined?.block ?? null}, is_success = ${mined?.isSuccess ?? null},
           gas_paid = ${mined === undefined ? null : String(mined.gasPaid)}
     where chain = ${chain} and nonce = ${nonce}`.execute(tx);
}
