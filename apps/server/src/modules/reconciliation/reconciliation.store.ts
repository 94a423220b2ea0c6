import { chainAccount } from '@app/domain/deposit';
import type { Chain } from '@app/domain/payee';
import type { Holding } from '@app/domain/reconciliation';
import { type Amount, formatDecimal, parseDecimal } from '@app/money';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/db/database.ts';

export type Block = { readonly number: number; readonly hash: string };

/** Returns the last block whose deposits are noted; undefined before the first, and while the chain is halted. */
export async function readNotedBlock(db: Reader, chain: Chain): Promise<Block | undefined> {
  const { rows } = await sql<{ number: bigint; hash: string }>`
    select b.number, b.hash from deposit_block b join deposit_chain c using (chain)
     where b.chain = ${chain} and c.halted is null order by b.number desc limit 1`.execute(db);
  const [row] = rows;
  return row && { number: Number(row.number), hash: row.hash };
}

/** Reads the addresses of users that coins have come to. */
export async function readReceivers(db: Reader, chain: Chain): Promise<readonly string[]> {
  const { rows } = await sql<{ address: string }>`
    select distinct address from deposit where chain = ${chain} order by address`.execute(db);
  return rows.map(({ address }) => address);
}

/** Reads what the books say about a coin on a chain. */
export async function readBooks(
  db: Reader,
  chain: Chain,
  currency: string,
): Promise<Pick<Holding, 'booked' | 'arriving' | 'unexplained'>> {
  const { rows } = await sql<{ booked: string; arriving: string; unexplained: string }>`
    select coalesce((select -sum(available) from ledger_account
                      where owner = ${chainAccount(chain, currency).owner} and kind = 'external' and currency = ${currency}
                        and book = 'real'), 0)::text as booked,
           coalesce((select sum(amount) from deposit
                      where chain = ${chain} and currency = ${currency} and state = 'seen'), 0)::text as arriving,
           coalesce((select sum(amount) from chain_unexplained
                      where chain = ${chain} and currency = ${currency}), 0)::text as unexplained`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('no answer');
  return {
    booked: parseDecimal<Amount>(row.booked),
    arriving: parseDecimal<Amount>(row.arriving),
    unexplained: parseDecimal<Amount>(row.unexplained),
  };
}

/** What lies where, at one block. */
export type Places = Readonly<Record<'hot' | 'cold' | 'deposits', Amount>>;
export type Compared = Places & Omit<Holding, 'onChain'>;

export async function writeBalance(
  tx: Tx,
  { chain, currency, block }: { readonly chain: Chain; readonly currency: string; readonly block: number },
  compared: Compared,
): Promise<void> {
  const of = (name: keyof Compared) => formatDecimal(compared[name]);
  await sql`
    insert into chain_balance (chain, currency, block, hot, cold, deposits, booked, arriving, leaving, gas, unexplained)
    values (${chain}, ${currency}, ${block}, ${of('hot')}, ${of('cold')}, ${of('deposits')}, ${of('booked')}, ${of('arriving')},
            ${of('leaving')}, ${of('gas')}, ${of('unexplained')})
    on conflict (chain, currency) do update set
      (block, hot, cold, deposits, booked, arriving, leaving, gas, unexplained, compared_at) =
      (excluded.block, excluded.hot, excluded.cold, excluded.deposits, excluded.booked, excluded.arriving, excluded.leaving,
       excluded.gas, excluded.unexplained, app_now())`.execute(tx);
}

type Unexplained = { readonly id: bigint; readonly chain: Chain; readonly currency: string; readonly block: number };

export async function insertUnexplained(
  tx: Tx,
  { id, chain, currency, block }: Unexplained,
  amount: Amount,
): Promise<void> {
  await sql`insert into chain_unexplained (id, chain, currency, amount, block)
            values (${id}, ${chain}, ${currency}, ${formatDecimal(amount)}, ${block})`.execute(tx);
}

/** A claim that takes coins which lay unexplained on a chain. */
type Taking = {
  readonly id: bigint;
  readonly claim: bigint;
  readonly chain: Chain;
  readonly currency: string;
  readonly amount: Amount;
};

/** Takes what a claim brings to its user from the unexplained coins of its chain, as of the last comparison. */
export async function takeUnexplained(tx: Tx, { id, claim, chain, currency, amount }: Taking): Promise<void> {
  await sql`
    insert into chain_unexplained (id, chain, currency, amount, block, claim)
    select ${id}, chain, currency, -${formatDecimal(amount)}::numeric, block, ${claim}
      from chain_balance where chain = ${chain} and currency = ${currency}`.execute(tx);
}

/** Reads the coins of a chain that nothing explains, and what the chain's fees have used up of them. */
export async function findCoins(
  db: Reader,
  chain: Chain,
  currency: string,
): Promise<{ readonly unexplained: Amount; readonly gas: Amount } | undefined> {
  const { rows } = await sql<{ unexplained: string; gas: string }>`
    select b.gas::text, coalesce((select sum(u.amount) from chain_unexplained u
                                   where u.chain = b.chain and u.currency = b.currency), 0)::text as unexplained
      from chain_balance b where b.chain = ${chain} and b.currency = ${currency}`.execute(db);
  const [row] = rows;
  return row && { unexplained: parseDecimal<Amount>(row.unexplained), gas: parseDecimal<Amount>(row.gas) };
}

export type Balance = Readonly<Record<keyof Compared | 'difference', string>> & {
  readonly chain: Chain;
  readonly currency: string;
  readonly block: bigint;
  readonly compared_at: Date;
};

export async function readBalances(db: Reader): Promise<readonly Balance[]> {
  const { rows } = await sql<Balance>`
    select chain, currency, block, hot::text, cold::text, deposits::text, booked::text, arriving::text, leaving::text, gas::text,
           unexplained::text, difference::text, compared_at
      from chain_balance order by chain, currency`.execute(db);
  return rows;
}
