import type { DepositState } from '@app/domain/deposit';
import { type Amount, formatDecimal, parseDecimal } from '@app/money';
import { sql } from 'kysely';
import { arrayText } from '../../../platform/db/array-text.ts';
import type { Db, Reader, Tx } from '../../../platform/db/database.ts';
import type { ChainPlan } from './chain-plan.ts';

export type Block = { readonly number: number; readonly hash: string };

/** A deposit as the steps of its life read it. */
export type WatchedDeposit = {
  readonly id: bigint;
  readonly userId: bigint;
  readonly currency: string;
  readonly chain: string;
  readonly txHash: string;
  readonly ordinal: number;
  readonly address: string;
  readonly position: number;
  readonly amount: Amount;
  readonly state: DepositState;
  readonly block: number;
  readonly blockHash: string;
  readonly credits: number;
  readonly hasWaited: boolean;
};

/** Writes what the operator configured. Another network or key under the same name is refused. */
export async function enrolChain(tx: Tx, { chain, networkId, keyHash, explorer, assets }: ChainPlan): Promise<void> {
  await sql`insert into deposit_chain (chain, network_id, key_hash, explorer)
            values (${chain}, ${networkId}, ${keyHash}, ${explorer ?? null}) on conflict (chain) do nothing`.execute(
    tx,
  );
  const { rows } = await sql<{ same: boolean }>`
    select network_id = ${networkId} and key_hash = ${keyHash} as same from deposit_chain where chain = ${chain}`.execute(
    tx,
  );
  if (rows[0]?.same !== true)
    throw new Error(`${chain} was followed with another network or another extended public key`);
  await sql`update deposit_chain set explorer = ${explorer ?? null} where chain = ${chain}`.execute(tx);
  for (const { currency, contract, places } of assets)
    await sql`insert into deposit_asset (chain, currency, contract, places)
              values (${chain}, ${currency}, ${contract ?? null}, ${places})
              on conflict (chain, currency) do update set contract = excluded.contract, places = excluded.places`.execute(
      tx,
    );
}

/** Returns why nothing is credited; undefined while all is well. */
export async function readHalt(db: Reader, chain: string): Promise<string | undefined> {
  const { rows } = await sql<{ halted: string | null }>`
    select halted from deposit_chain where chain = ${chain}`.execute(db);
  return rows[0]?.halted ?? undefined;
}

export const writeHalt = async (tx: Tx, chain: string, reason: string): Promise<void> =>
  void (await sql`update deposit_chain set halted = ${reason} where chain = ${chain}`.execute(tx));

export const writeHead = async (tx: Tx, chain: string, head: number): Promise<void> =>
  void (await sql`update deposit_chain set head = ${head}, checked_at = app_now() where chain = ${chain}`.execute(tx));

export async function readLastBlock(db: Reader, chain: string): Promise<Block | undefined> {
  return (await readBlocksBelow(db, chain, { limit: 1 }))[0];
}

/** Reads stored blocks, newest first. */
export async function readBlocksBelow(
  db: Reader,
  chain: string,
  { limit }: { limit: number },
): Promise<readonly Block[]> {
  const { rows } = await sql<{ number: bigint; hash: string }>`
    select number, hash from deposit_block where chain = ${chain} order by number desc limit ${limit}`.execute(db);
  return rows.map(({ number, hash }) => ({ number: Number(number), hash }));
}

/** Stores a block, and forgets those too old for any reorganisation that would be followed. */
export async function insertBlock(tx: Tx, chain: string, { number, hash }: Block, kept: number): Promise<void> {
  await sql`insert into deposit_block (chain, number, hash) values (${chain}, ${number}, ${hash})`.execute(tx);
  await sql`delete from deposit_block where chain = ${chain} and number < ${number - kept}`.execute(tx);
}

export const deleteBlocksAbove = async (tx: Tx, chain: string, number: number): Promise<void> =>
  void (await sql`delete from deposit_block where chain = ${chain} and number > ${number}`.execute(tx));

/** Reads addresses from a position on. */
export async function readAddresses(db: Reader, chain: string, from: number): Promise<readonly string[]> {
  const { rows } = await sql<{ address: string }>`
    select address from deposit_address where chain = ${chain} and position >= ${from} order by position`.execute(db);
  return rows.map(({ address }) => address);
}

export async function countFreeAddresses(db: Reader, chain: string): Promise<{ free: number; next: number }> {
  const { rows } = await sql<{ free: number; next: number }>`
    select count(*) filter (where user_id is null)::int as free, (coalesce(max(position), -1) + 1)::int as next
      from deposit_address where chain = ${chain}`.execute(db);
  return rows[0] ?? { free: 0, next: 0 };
}

export async function insertAddresses(
  db: Db,
  chain: string,
  first: number,
  addresses: readonly string[],
): Promise<void> {
  await sql`
    insert into deposit_address (chain, position, address)
    select ${chain}, ${first} + place - 1, address from unnest(${[...addresses]}::text[]) with ordinality as n (address, place)
    on conflict do nothing`.execute(db);
}

type Row = {
  id: bigint;
  user_id: bigint;
  currency: string;
  chain: string;
  tx_hash: string;
  ordinal: number;
  address: string;
  position: number;
  amount: string;
  state: DepositState;
  block: bigint;
  block_hash: string;
  credits: number;
  has_waited: boolean;
};

const COLUMNS = sql`
  d.id, d.user_id, d.currency, d.chain, d.tx_hash, d.ordinal, d.address, d.amount::text, d.state, d.block, d.block_hash,
  d.credits, d.credit_after is not null as has_waited,
  (select position from deposit_address a where a.chain = d.chain and a.address = d.address) as position`;

const watched = (row: Row): WatchedDeposit => ({
  id: row.id,
  userId: row.user_id,
  currency: row.currency,
  chain: row.chain,
  txHash: row.tx_hash,
  ordinal: row.ordinal,
  address: row.address,
  position: row.position,
  amount: parseDecimal<Amount>(row.amount),
  state: row.state,
  block: Number(row.block),
  blockHash: row.block_hash,
  credits: row.credits,
  hasWaited: row.has_waited,
});

/** A transfer to write down, with the position of its address. */
export type NewDeposit = {
  readonly id: bigint;
  readonly currency: string;
  readonly txHash: string;
  readonly ordinal: number;
  readonly address: string;
  readonly amount: Amount;
  readonly state: 'seen' | 'suspect';
};

/**
 * Writes the transfers of a block down, and returns those whose address belongs to a user. One that is known, because
 * its transaction stood in another block before or the block is read again after a halt, gets this block.
 */
export async function upsertDeposits(
  tx: Tx,
  { chain, block, deposits }: { chain: string; block: Block; deposits: readonly NewDeposit[] },
): Promise<readonly WatchedDeposit[]> {
  const of = (read: (it: NewDeposit) => string) => deposits.map(read);
  const { rows } = await sql<Row>`
    with written as (
      insert into deposit as d (id, user_id, currency, chain, tx_hash, ordinal, address, amount, state, block, block_hash)
      select n.id, a.user_id, n.currency, ${chain}, n.tx_hash, n.ordinal, n.address, n.amount, n.state, ${block.number}, ${block.hash}
        from unnest(${arrayText(deposits.map(({ id }) => id))}::bigint[], ${of((it) => it.currency)}::text[],
                    ${of((it) => it.txHash)}::text[], ${arrayText(deposits.map(({ ordinal }) => ordinal))}::int[],
                    ${of((it) => it.address)}::text[], ${of((it) => formatDecimal(it.amount))}::numeric[],
                    ${of((it) => it.state)}::text[]) as n (id, currency, tx_hash, ordinal, address, amount, state)
        join deposit_address a on a.chain = ${chain} and a.address = n.address and a.user_id is not null
      on conflict (chain, tx_hash, ordinal) do update
        set state = case when d.state in ('orphaned', 'reversed') then excluded.state else d.state end,
            block = excluded.block, block_hash = excluded.block_hash, credit_after = null
      returning d.*)
    select ${COLUMNS} from written d order by d.id`.execute(tx);
  return rows.map(watched);
}

/** Reads deposits with enough confirmations, oldest first. */
export async function readDue(
  db: Reader,
  { chain, upTo, limit }: { chain: string; upTo: number; limit: number },
): Promise<readonly WatchedDeposit[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from deposit d
     where d.chain = ${chain} and d.state = 'seen' and d.block <= ${upTo}
       and (d.credit_after is null or d.credit_after <= app_now())
     order by d.block, d.id limit ${limit}`.execute(db);
  return rows.map(watched);
}

/** Locks those of the deposits that still wait for their credit. */
export async function lockSeen(tx: Tx, ids: readonly bigint[]): Promise<readonly WatchedDeposit[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from deposit d where d.id = any(${arrayText(ids)}::bigint[]) and d.state = 'seen' order by d.id
       for update of d`.execute(tx);
  return rows.map(watched);
}

/** Locks the deposits of blocks above a height that are not yet noted as gone. */
export async function lockAbove(tx: Tx, chain: string, number: number): Promise<readonly WatchedDeposit[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from deposit d
     where d.chain = ${chain} and d.block > ${number} and d.state in ('seen', 'suspect', 'credited') order by d.id
       for update of d`.execute(tx);
  return rows.map(watched);
}

export type Credited = { readonly id: bigint; readonly worth: Amount | undefined };

export async function writeCredited(tx: Tx, credited: readonly Credited[]): Promise<void> {
  await sql`
    update deposit d set state = 'credited', credits = credits + 1, credited_at = app_now(), credit_after = null, worth = n.worth
      from unnest(${arrayText(credited.map(({ id }) => id))}::bigint[],
                  ${credited.map(({ worth }) => (worth === undefined ? null : formatDecimal(worth)))}::numeric[]) as n (id, worth)
     where d.id = n.id`.execute(tx);
}

export async function writeWaiting(tx: Tx, ids: readonly bigint[]): Promise<void> {
  await sql`
    update deposit set credit_after = (date_trunc('day', app_now() at time zone 'UTC') + interval '1 day') at time zone 'UTC'
     where id = any(${arrayText(ids)}::bigint[])`.execute(tx);
}

export const writeState = async (tx: Tx, id: bigint, state: 'orphaned' | 'suspect'): Promise<void> =>
  void (await sql`update deposit set state = ${state} where id = ${id}`.execute(tx));

export async function writeReversed(
  tx: Tx,
  { id, shortfall, uncovered }: { id: bigint; shortfall: Amount; uncovered: Amount },
): Promise<void> {
  await sql`
    update deposit set state = 'reversed', shortfall = ${formatDecimal(shortfall)}::numeric,
           uncovered = ${formatDecimal(uncovered)}::numeric
     where id = ${id}`.execute(tx);
}

/** Sums what was credited to users today (UTC), in USDT. A credit of unknown worth counts as unlimited. */
export async function sumCreditedToday(
  tx: Tx,
  userIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, Amount | undefined>> {
  const { rows } = await sql<{ user_id: bigint; worth: string; unknown: boolean }>`
    select user_id, coalesce(sum(worth), 0)::text as worth, bool_or(worth is null) as unknown from deposit
     where user_id = any(${arrayText(userIds)}::bigint[]) and state = 'credited'
       and credited_at >= date_trunc('day', app_now() at time zone 'UTC') at time zone 'UTC'
     group by user_id`.execute(tx);
  return new Map(
    rows.map(({ user_id, worth, unknown }) => [user_id, unknown ? undefined : parseDecimal<Amount>(worth)]),
  );
}

export type Incident = {
  readonly id: bigint;
  readonly chain: string;
  readonly deposit?: Pick<WatchedDeposit, 'id' | 'userId'>;
  readonly kind: 'reversed' | 'suspect' | 'too_deep';
  readonly detail: string;
};

export async function insertIncident(tx: Tx, { id, chain, deposit, kind, detail }: Incident): Promise<void> {
  await sql`
    insert into deposit_incident (id, chain, deposit, user_id, kind, detail)
    values (${id}, ${chain}, ${deposit?.id ?? null}, ${deposit?.userId ?? null}, ${kind}, ${detail})`.execute(tx);
}
