import type { PayoutIntent, PayoutRefusal, PayoutState } from '@app/domain/payout';
import { type Amount, formatDecimal } from '@app/money';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/db/database.ts';
import { type GrowingList, isBefore, listOfQuery } from '../../platform/db/page.ts';
import type { Sealed } from '../../platform/process/key-ring.ts';

type NewPayout = PayoutIntent &
  Sealed & {
    readonly holder: string;
    readonly bankName: string;
    readonly worthBtc: Amount;
    readonly worthUsdt: Amount;
  };

export async function insertPayout(tx: Tx, row: NewPayout): Promise<void> {
  const { id, userId, amount, fee, rate, usd, holder, bankName, account, cardHash, keyId, sealed } = row;
  await sql`
    insert into payout (id, user_id, amount, fee, rate, usd, holder, bank_name, account, card_hash, key_id, sealed, worth_btc,
                        worth_usdt, state)
    values (${id}, ${userId}, ${formatDecimal(amount)}, ${formatDecimal(fee)}, ${formatDecimal(rate)}, ${formatDecimal(usd)}, ${holder},
            ${bankName}, ${account}, ${cardHash}, ${keyId}, ${sealed}, ${formatDecimal(row.worthBtc)}, ${formatDecimal(row.worthUsdt)},
            'review')`.execute(tx);
}

export type PayoutRow = {
  readonly id: bigint;
  readonly holder: string;
  readonly bank_name: string;
  readonly account: string;
  readonly amount: string;
  readonly fee: string;
  readonly rate: string;
  readonly usd: string;
  readonly state: PayoutState;
  readonly refused_because: PayoutRefusal | null;
  readonly bank_reference: string | null;
  readonly created_at: Date;
  readonly steps: { state: PayoutState; at: number }[];
};

// Until custody has booked it, what finance says about the bank is not shown.
const SHOWN = sql`
  select p.id, p.holder, p.bank_name, p.account, p.amount::text, p.fee::text, p.rate::text, p.usd::text, p.state, p.refused_because,
         case when p.state = 'paid' then p.bank_reference end as bank_reference, p.created_at,
         (select coalesce(json_agg(json_build_object('state', s.state, 'at', floor(extract(epoch from s.at) * 1000)::bigint) order by s.at), '[]')
            from payout_step s where s.payout = p.id) as steps
    from payout p`;

type Filter = { readonly userId: bigint; readonly state: PayoutState | undefined };

/** Lists a user's payouts, newest first. */
export const payoutsOf = (db: Reader, { userId, state }: Filter): GrowingList<PayoutRow> =>
  listOfQuery<PayoutRow>(
    db,
    (before) => sql`
      ${SHOWN} where p.user_id = ${userId} and ${isBefore(before)}
         and ${state === undefined ? sql`true` : sql`p.state = ${state}`}
       order by p.id desc`,
  );

export async function findPayout(db: Reader, userId: bigint, id: bigint): Promise<PayoutRow | undefined> {
  const { rows } = await sql<PayoutRow>`${SHOWN} where p.user_id = ${userId} and p.id = ${id}`.execute(db);
  return rows[0];
}

/** Cancels a payout that waits for review. Returns whether it did. */
export async function cancel(tx: Tx, userId: bigint, id: bigint): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update payout set state = 'refused', refused_because = 'by_user'
     where id = ${id} and user_id = ${userId} and state = 'review'`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}
