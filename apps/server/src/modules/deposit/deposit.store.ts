import type { DepositState } from '@app/domain/deposit';
import type { Chain } from '@app/domain/payee';
import { sql } from 'kysely';
import type { Db, Reader } from '../../platform/db/database.ts';
import { type GrowingList, isBefore, listOfQuery } from '../../platform/db/page.ts';

export type AssetRow = {
  readonly currency: string;
  readonly chain: Chain;
  readonly contract: string | null;
  readonly halted: boolean | null;
  /** Null where no custody has ever followed the chain. */
  readonly is_answering: boolean | null;
};

/** A chain that custody has not confirmed for so long is treated as one that does not answer. */
const SILENT_SECONDS = 60;

/** Reads every coin with each of its chains, connected or not. */
export async function readAssets(db: Reader): Promise<readonly AssetRow[]> {
  const { rows } = await sql<AssetRow>`
    select cc.currency, cc.chain, a.contract, c.halted is not null as halted,
           c.checked_at > app_now() - make_interval(secs => ${SILENT_SECONDS}) as is_answering
      from currency_chain cc join currency on code = cc.currency
      left join deposit_asset a on a.currency = cc.currency and a.chain = cc.chain
      left join deposit_chain c on c.chain = a.chain
     order by currency.id, cc.chain`.execute(db);
  return rows;
}

/** Returns the user's address on a chain; undefined while none is free. */
export async function assignAddress(db: Db, userId: bigint, chain: Chain): Promise<string | undefined> {
  const { rows } = await sql<{ address: string | null }>`
    select deposit_assign(${userId}, ${chain}) as address`.execute(db);
  return rows[0]?.address ?? undefined;
}

export type DepositRow = {
  readonly id: bigint;
  readonly currency: string;
  readonly chain: Chain;
  readonly address: string;
  readonly amount: string;
  readonly state: DepositState;
  readonly block: bigint;
  readonly head: bigint | null;
  readonly explorer: string | null;
  readonly tx_hash: string;
  readonly seen_at: Date;
  readonly credited_at: Date | null;
  readonly credit_after: Date | null;
};

type Filter = {
  readonly userId: bigint;
  readonly currency: string | undefined;
  readonly state: DepositState | undefined;
};

/** Lists a user's deposits, newest first. */
export const depositsOf = (db: Reader, { userId, currency, state }: Filter): GrowingList<DepositRow> =>
  listOfQuery<DepositRow>(
    db,
    (before) => sql`
      select id, currency, chain, address, amount::text, state, block, tx_hash, seen_at, credited_at, credit_after,
             (select head from deposit_chain c where c.chain = d.chain) as head,
             (select explorer from deposit_chain c where c.chain = d.chain) as explorer
        from deposit d
       where user_id = ${userId} and ${isBefore(before)}
         and ${currency === undefined ? sql`true` : sql`currency = ${currency}`}
         and ${state === undefined ? sql`true` : sql`state = ${state}`}
       order by id desc`,
  );

/** Returns the states of all deposits that a transaction made, whosever they are. */
export async function statesOfTransaction(db: Reader, chain: Chain, txHash: string): Promise<readonly DepositState[]> {
  const { rows } = await sql<{ state: DepositState }>`
    select distinct state from deposit where chain = ${chain} and tx_hash = ${txHash}`.execute(db);
  return rows.map(({ state }) => state);
}
