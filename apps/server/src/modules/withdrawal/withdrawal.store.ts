import type { Chain } from '@app/domain/payee';
import type { Intent, ReviewReason, WithdrawalRefusal, WithdrawalState } from '@app/domain/withdrawal';
import { type Amount, formatDecimal, parseDecimal } from '@app/money';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/db/database.ts';
import { type GrowingList, listOfQuery } from '../../platform/db/page.ts';

export type OptionRow = {
  readonly currency: string;
  readonly chain: Chain;
  readonly places: number | null;
  readonly is_halted: boolean;
  /** Whether custody has lately confirmed the chain, and has an address to send from; null where none ever did. */
  readonly is_answering: boolean | null;
};

/** A chain that custody has not confirmed for so long is treated as one that does not answer. */
const SILENT_SECONDS = 60;

/** Reads every coin with each of its chains, connected or not. */
export async function readOptions(db: Reader): Promise<readonly OptionRow[]> {
  const { rows } = await sql<OptionRow>`
    select cc.currency, cc.chain, a.places, (c.halted is not null or w.halted is not null) as is_halted,
           case when w.chain is not null then c.checked_at > app_now() - make_interval(secs => ${SILENT_SECONDS}) end as is_answering
      from currency_chain cc join currency on code = cc.currency
      left join deposit_asset a on a.currency = cc.currency and a.chain = cc.chain
      left join deposit_chain c on c.chain = a.chain
      left join chain_wallet w on w.chain = c.chain
     order by currency.id, cc.chain`.execute(db);
  return rows;
}

/** Serialises the withdrawals of one user, so that parallel ones count against the same limit. */
export async function lockWithdrawalsOf(tx: Tx, userId: bigint): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('withdrawals', ${userId}))`.execute(tx);
}

export type Standing = {
  readonly level: number;
  /** Until when a change of security holds withdrawals; null without one, or once it is over. */
  readonly held_until: Date | null;
  readonly has_incident: boolean;
  readonly now: Date;
};

/** Reads what holds a user's withdrawals. */
export async function readStanding(db: Reader, userId: bigint): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    select verification as level, app_now() as now,
           case when withdrawals_held_until > app_now() then withdrawals_held_until end as held_until,
           exists (select from deposit_incident i where i.user_id = u.id and i.closed_at is null) as has_incident
      from user_account u where id = ${userId}`.execute(db);
  return rows[0];
}

/** Reads what a user has withdrawn within 24 hours, in BTC: to addresses and to a bank together. */
export async function readUsed(db: Reader, userId: bigint): Promise<Amount> {
  const { rows } = await sql<{ used: string }>`
    select coalesce(sum(worth_btc), 0)::text as used from money_leaving
     where user_id = ${userId} and created_at > app_now() - interval '24 hours'`.execute(db);
  return parseDecimal<Amount>(rows[0]?.used ?? '0');
}

export type History = {
  readonly count: number;
  readonly largestUsdt: Amount | undefined;
  readonly isKnownAddress: boolean;
};

/** Reads a user's earlier withdrawals to addresses: those of 24 hours, the largest, and whether any went to this one. */
export async function readHistory(db: Reader, userId: bigint, address: string): Promise<History> {
  type Row = { n: number; largest: string | null; is_known: boolean };
  const { rows } = await sql<Row>`
    select (count(*) filter (where is_recent))::int as n,
           max(worth_usdt) filter (where state = 'confirmed')::text as largest,
           coalesce(bool_or(state = 'confirmed' and address = ${address}), false) as is_known
      from (select *, created_at > app_now() - interval '24 hours' and state not in ('refused', 'returned') as is_recent
              from withdrawal where user_id = ${userId}) w`.execute(db);
  const [row] = rows;
  return {
    count: row?.n ?? 0,
    largestUsdt: row?.largest == null ? undefined : parseDecimal<Amount>(row.largest),
    isKnownAddress: row?.is_known ?? false,
  };
}

type NewWithdrawal = Intent & {
  readonly payeeId: bigint;
  readonly addressName: string;
  readonly worthBtc: Amount;
  readonly worthUsdt: Amount;
  readonly reasons: readonly ReviewReason[];
};

export async function insertWithdrawal(tx: Tx, row: NewWithdrawal): Promise<void> {
  const { id, userId, currency, chain, payeeId, address, addressName, amount, fee, worthBtc, worthUsdt, reasons } = row;
  await sql`
    insert into withdrawal (id, user_id, currency, chain, payee_id, address, address_name, amount, fee, worth_btc, worth_usdt,
                            review_reasons, state)
    values (${id}, ${userId}, ${currency}, ${chain}, ${payeeId}, ${address}, ${addressName}, ${formatDecimal(amount)},
            ${formatDecimal(fee)}, ${formatDecimal(worthBtc)}, ${formatDecimal(worthUsdt)}, ${[...reasons]},
            ${reasons.length === 0 ? 'approved' : 'review'})`.execute(tx);
}

export type WithdrawalRow = {
  readonly id: bigint;
  readonly currency: string;
  readonly chain: Chain;
  readonly address: string;
  readonly address_name: string;
  readonly amount: string;
  readonly fee: string;
  readonly state: WithdrawalState;
  readonly review_reasons: ReviewReason[];
  readonly refused_because: WithdrawalRefusal | null;
  readonly created_at: Date;
  readonly tx_hash: string | null;
  readonly block: bigint | null;
  readonly head: bigint | null;
  readonly explorer: string | null;
  readonly steps: { state: WithdrawalState; at: number }[];
};

const SHOWN = sql`
  w.id, w.currency, w.chain, w.address, w.address_name, w.amount::text, w.fee::text, w.state, w.review_reasons, w.refused_because,
  w.created_at, p.tx_hash, p.block, c.head, c.explorer,
  (select coalesce(json_agg(json_build_object('state', s.state, 'at', floor(extract(epoch from s.at) * 1000)::bigint) order by s.at), '[]')
     from withdrawal_step s where s.withdrawal = w.id) as steps
  from withdrawal w join deposit_chain c on c.chain = w.chain left join chain_payment p on p.withdrawal = w.id`;

type Filter = {
  readonly userId: bigint;
  readonly currency: string | undefined;
  readonly state: WithdrawalState | undefined;
};

/** Lists a user's withdrawals, newest first. */
export const withdrawalsOf = (db: Reader, { userId, currency, state }: Filter): GrowingList<WithdrawalRow> =>
  listOfQuery<WithdrawalRow>(
    db,
    (before) => sql`
      select ${SHOWN}
       where w.user_id = ${userId} and ${before === undefined ? sql`true` : sql`w.id < ${before}`}
         and ${currency === undefined ? sql`true` : sql`w.currency = ${currency}`}
         and ${state === undefined ? sql`true` : sql`w.state = ${state}`}
       order by w.id desc`,
  );

export async function findWithdrawal(db: Reader, userId: bigint, id: bigint): Promise<WithdrawalRow | undefined> {
  const { rows } = await sql<WithdrawalRow>`select ${SHOWN} where w.user_id = ${userId} and w.id = ${id}`.execute(db);
  return rows[0];
}

/** Cancels a withdrawal that waits for review. Returns whether it did. */
export async function cancel(tx: Tx, userId: bigint, id: bigint): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update withdrawal set state = 'refused', refused_because = 'by_user'
     where id = ${id} and user_id = ${userId} and state = 'review'`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}
