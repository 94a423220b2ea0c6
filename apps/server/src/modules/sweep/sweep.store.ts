import type { Chain } from '@app/domain/payee';
import { sql } from 'kysely';
import { arrayText } from '../../platform/db/array-text.ts';
import type { Reader, Tx } from '../../platform/db/database.ts';

export type GasAccount = { readonly address: string; readonly first_nonce: bigint; readonly halted: string | null };

export async function readGasAccount(db: Reader, chain: Chain): Promise<GasAccount | undefined> {
  const { rows } =
    await sql<GasAccount>`select address, first_nonce, halted from chain_sweeper where chain = ${chain}`.execute(db);
  return rows[0];
}

type NewGasAccount = { readonly address: string; readonly firstNonce: number; readonly halted: string | undefined };

export async function insertGasAccount(
  tx: Tx,
  chain: Chain,
  { address, firstNonce, halted }: NewGasAccount,
): Promise<void> {
  await sql`insert into chain_sweeper (chain, address, first_nonce, halted)
            values (${chain}, ${address}, ${firstNonce}, ${halted ?? null})`.execute(tx);
}

export async function writeHalt(tx: Tx, chain: Chain, reason: string): Promise<void> {
  await sql`update chain_sweeper set halted = ${reason} where chain = ${chain} and halted is null`.execute(tx);
}

/** Whether deposits were credited whose addresses were not looked at. */
export async function hasNewCredits(db: Reader, chain: Chain): Promise<boolean> {
  const { rows } = await sql`
    select from chain_sweeper s
     where chain = ${chain} and exists (select from deposit d where d.chain = s.chain and d.credited_at > s.credited_until)`.execute(
    db,
  );
  return rows.length > 0;
}

/** Notes the addresses of newly credited deposits as due. */
export async function noteDue(tx: Tx, chain: Chain): Promise<void> {
  await sql`
    with found as materialized (
      select d.address, max(d.credited_at) as last from deposit d join chain_sweeper s on s.chain = d.chain
       where d.chain = ${chain} and d.credited_at > s.credited_until group by d.address),
    noted as (insert into chain_sweep_due (chain, address) select ${chain}, address from found on conflict do nothing)
    update chain_sweeper set credited_until = (select max(last) from found)
     where chain = ${chain} and exists (select from found)`.execute(tx);
}

export type DueAddress = { readonly address: string; readonly position: number; readonly tries: number };

/** Reads due addresses that nothing is under way to, and no sweep is open of. */
export async function readDue(db: Reader, chain: Chain, limit: number): Promise<readonly DueAddress[]> {
  const { rows } = await sql<DueAddress>`
    select n.address, a.position, n.tries
      from chain_sweep_due n join deposit_address a on a.chain = n.chain and a.address = n.address
     where n.chain = ${chain}
       and not exists (select from deposit d where d.chain = n.chain and d.address = n.address and d.state in ('seen', 'suspect'))
     order by n.tries, a.position limit ${limit}`.execute(db);
  return rows;
}

export async function deleteDue(tx: Tx, chain: Chain, addresses: readonly string[]): Promise<void> {
  await sql`delete from chain_sweep_due where chain = ${chain} and address = any(${[...addresses]}::text[])`.execute(
    tx,
  );
}

/** Lets an address be looked at again whose sweep moved nothing. */
export async function writeDueAgain(
  tx: Tx,
  chain: Chain,
  { address, tries }: { readonly address: string; readonly tries: number },
): Promise<void> {
  await sql`
    insert into chain_sweep_due as n (chain, address, tries) values (${chain}, ${address}, ${tries})
    on conflict (chain, address) do update set tries = greatest(n.tries, excluded.tries)`.execute(tx);
}

export type SweptAddress = {
  readonly address: string;
  readonly position: number;
  readonly delegationNonce: number;
  readonly tries: number;
  readonly coins: readonly { readonly currency: string; readonly units: bigint }[];
};

export type SweepKind = 'deploy' | 'sweep' | 'clear';

export type Sweep = {
  readonly nonce: number;
  readonly kind: SweepKind;
  readonly contract: string;
  readonly destination: string;
  readonly codeHash: string;
  readonly isSigned: boolean;
  readonly tx_hash: string | undefined;
  readonly block: number | undefined;
  readonly addresses: readonly SweptAddress[];
};

/** Reads sweeps that have not ended, lowest nonce first. */
export async function readOpenSweeps(db: Reader, chain: Chain): Promise<readonly Sweep[]> {
  type SweepRow = {
    nonce: bigint;
    kind: SweepKind;
    contract: string;
    destination: string;
    code_hash: string;
    is_signed: boolean;
    tx_hash: string | null;
    block: bigint | null;
  };
  const { rows } = await sql<SweepRow>`
    select nonce, kind, contract, destination, code_hash, state <> 'reserved' as is_signed, tx_hash, block from chain_sweep
     where chain = ${chain} and state in ('reserved', 'signed', 'mined') order by nonce`.execute(db);
  return await Promise.all(
    rows.map(async ({ nonce, kind, contract, destination, code_hash, is_signed, tx_hash, block }) => ({
      nonce: Number(nonce),
      kind,
      contract,
      destination,
      codeHash: code_hash,
      isSigned: is_signed,
      tx_hash: tx_hash ?? undefined,
      block: block === null ? undefined : Number(block),
      addresses: await readAddresses(db, chain, Number(nonce)),
    })),
  );
}

async function readAddresses(db: Reader, chain: Chain, nonce: number): Promise<readonly SweptAddress[]> {
  type AddressRow = { address: string; position: number; delegation_nonce: bigint; tries: number };
  type CoinRow = { address: string; currency: string; units: string };
  const { rows } = await sql<AddressRow>`
    select address, position, delegation_nonce, tries from chain_sweep_address
     where chain = ${chain} and nonce = ${nonce} order by position`.execute(db);
  const { rows: coins } = await sql<CoinRow>`
    select address, currency, units::text from chain_sweep_coin
     where chain = ${chain} and nonce = ${nonce} order by currency`.execute(db);
  return rows.map(({ address, position, delegation_nonce, tries }) => ({
    address,
    position,
    delegationNonce: Number(delegation_nonce),
    tries,
    coins: coins
      .filter((coin) => coin.address === address)
      .map(({ currency, units }) => ({ currency, units: BigInt(units) })),
  }));
}

/** Returns the highest nonce that was ever reserved; undefined before the first. */
export async function readLastNonce(db: Reader, chain: Chain): Promise<number | undefined> {
  const { rows } = await sql<{ last: bigint | null }>`
    select max(nonce) as last from chain_sweep where chain = ${chain}`.execute(db);
  const last = rows[0]?.last ?? null;
  return last === null ? undefined : Number(last);
}

/** Returns the nonce that created the sweeper with a code; undefined if none has. */
export async function readDeployed(db: Reader, chain: Chain, codeHash: string): Promise<number | undefined> {
  const { rows } = await sql<{ nonce: bigint }>`
    select nonce from chain_sweep
     where chain = ${chain} and kind = 'deploy' and code_hash = ${codeHash} and state = 'confirmed'
     order by nonce desc limit 1`.execute(db);
  return rows[0] === undefined ? undefined : Number(rows[0].nonce);
}

/** Reads addresses that still delegated after the transaction that was to end it, and were not cleared since. */
export async function readNotCleared(db: Reader, chain: Chain): Promise<readonly DueAddress[]> {
  const { rows } = await sql<DueAddress>`
    select distinct a.address, a.position, 0 as tries
      from chain_sweep s join chain_sweep_address a on a.chain = s.chain and a.nonce = s.nonce
     where s.chain = ${chain} and s.kind = 'clear' and s.state = 'failed'
       and not exists (
         select from chain_sweep_address later join chain_sweep c on c.chain = later.chain and c.nonce = later.nonce
          where later.chain = a.chain and later.address = a.address and later.nonce > a.nonce and c.kind = 'clear')
     order by a.position limit 20`.execute(db);
  return rows;
}

export type NewSweep = Omit<Sweep, 'isSigned' | 'tx_hash' | 'block'> & { readonly payer: string };

export async function reserve(tx: Tx, chain: Chain, sweep: NewSweep): Promise<void> {
  const { nonce, kind, payer, contract, destination, codeHash, addresses } = sweep;
  await sql`
    insert into chain_sweep (chain, nonce, kind, payer, contract, destination, code_hash)
    values (${chain}, ${nonce}, ${kind}, ${payer}, ${contract}, ${destination}, ${codeHash})`.execute(tx);
  await sql`
    insert into chain_sweep_address (chain, nonce, address, position, delegation_nonce, tries)
    select ${chain}, ${nonce}, n.address, n.position, n.delegation_nonce, n.tries
      from unnest(${addresses.map(({ address }) => address)}::text[],
                  ${arrayText(addresses.map(({ position }) => position))}::int[],
                  ${arrayText(addresses.map(({ delegationNonce }) => delegationNonce))}::bigint[],
                  ${arrayText(addresses.map(({ tries }) => tries))}::int[]) as n (address, position, delegation_nonce, tries)`.execute(
    tx,
  );
  const coins = addresses.flatMap(({ address, coins: own }) => own.map((coin) => ({ ...coin, address })));
  await sql`
    insert into chain_sweep_coin (chain, nonce, address, currency, units)
    select ${chain}, ${nonce}, n.address, n.currency, n.units
      from unnest(${coins.map(({ address }) => address)}::text[], ${coins.map(({ currency }) => currency)}::text[],
                  ${arrayText(coins.map(({ units }) => units))}::numeric[]) as n (address, currency, units)`.execute(
    tx,
  );
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

/** Reads the signed transactions of a sweep, the newest first. */
export async function readAttempts(db: Reader, chain: Chain, nonce: number): Promise<readonly Attempt[]> {
  type AttemptRow = { tx_hash: string; raw: string; fee_max: string; tip: string; age: number; unsent: number | null };
  const { rows } = await sql<AttemptRow>`
    select tx_hash, raw, fee_max::text, tip::text, extract(epoch from app_now() - signed_at)::float8 as age,
           extract(epoch from app_now() - sent_at)::float8 as unsent
      from chain_sweep_attempt where chain = ${chain} and nonce = ${nonce} order by fee_max desc`.execute(db);
  return rows.map(({ tx_hash, raw, fee_max, tip, age, unsent }) => ({
    tx_hash,
    raw,
    feeMax: BigInt(fee_max),
    tip: BigInt(tip),
    ageSeconds: age,
    unsentSeconds: unsent ?? undefined,
  }));
}

type NewAttempt = Pick<Attempt, 'tx_hash' | 'raw' | 'feeMax' | 'tip'>;

/** Stores a signed transaction; the first one of a sweep makes it signed. */
export async function insertAttempt(tx: Tx, chain: Chain, nonce: number, attempt: NewAttempt): Promise<void> {
  const { tx_hash, raw, feeMax, tip } = attempt;
  await sql`
    insert into chain_sweep_attempt (tx_hash, chain, nonce, raw, fee_max, tip)
    values (${tx_hash}, ${chain}, ${nonce}, ${raw}, ${String(feeMax)}, ${String(tip)})`.execute(tx);
  await sql`update chain_sweep set state = 'signed'
             where chain = ${chain} and nonce = ${nonce} and state = 'reserved'`.execute(tx);
}

export async function writeSent(tx: Tx, txHash: string): Promise<void> {
  await sql`update chain_sweep_attempt set sent_at = app_now() where tx_hash = ${txHash}`.execute(tx);
}

type Mined = {
  readonly txHash: string;
  readonly block: number;
  readonly isSuccess: boolean;
  readonly gasCost: bigint;
};

/** Writes where a sweep stands; without a place, no block contains it any more. */
export async function writeMined(tx: Tx, chain: Chain, nonce: number, mined: Mined | undefined): Promise<void> {
  await sql`
    update chain_sweep set state = ${mined === undefined ? 'signed' : 'mined'}, tx_hash = ${mined?.txHash ?? null},
           block = ${mined?.block ?? null}, is_success = ${mined?.isSuccess ?? null},
           gas_cost = ${mined === undefined ? null : String(mined.gasCost)}::numeric
     where chain = ${chain} and nonce = ${nonce}`.execute(tx);
}

/** Ends a sweep; whether it was open until now. */
export async function writeEnd(tx: Tx, chain: Chain, nonce: number, state: 'confirmed' | 'failed'): Promise<boolean> {
  const { rows } = await sql`
    update chain_sweep set state = ${state} where chain = ${chain} and nonce = ${nonce} and state = 'mined'
    returning nonce`.execute(tx);
  return rows.length > 0;
}

export type Moved = { readonly address: string; readonly currency: string; readonly units: bigint };

export async function writeMoved(tx: Tx, chain: Chain, nonce: number, moved: readonly Moved[]): Promise<void> {
  await sql`
    update chain_sweep_coin c set moved = n.units
      from unnest(${moved.map(({ address }) => address)}::text[], ${moved.map(({ currency }) => currency)}::text[],
                  ${arrayText(moved.map(({ units }) => units))}::numeric[]) as n (address, currency, units)
     where c.chain = ${chain} and c.nonce = ${nonce} and c.address = n.address and c.currency = n.currency`.execute(tx);
}

export async function readKind(db: Reader, chain: Chain, nonce: number): Promise<SweepKind | undefined> {
  const { rows } = await sql<{ kind: SweepKind }>`
    select kind from chain_sweep where chain = ${chain} and nonce = ${nonce}`.execute(db);
  return rows[0]?.kind;
}
