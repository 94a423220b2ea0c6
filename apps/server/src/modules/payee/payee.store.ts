import { ADDRESSES_MAX, type Chain, type CheckedPayee, endsOf } from '@app/domain/payee';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/db/database.ts';
import { type GrowingList, isBefore, listOfQuery } from '../../platform/db/page.ts';
import { deleteRows, type PersonalTable, selectRows } from '../../platform/db/personal-data.ts';
import type { Sealed } from '../../platform/process/key-ring.ts';

export type AddressRow = {
  id: bigint;
  slot: number;
  currency: string;
  chain: Chain;
  address: string;
  name: string;
  created_at: Date;
  usable_at: Date;
  is_usable: boolean;
};

const COLUMNS = sql`id, slot, currency, chain, address, name, created_at, usable_at, usable_at <= app_now() as is_usable`;

/** Serializes the changes of one user's addresses, so that a full book is refused and not a lost race. */
export async function lockAddressesOf(tx: Tx, userId: bigint): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('payee owner', ${userId}))`.execute(tx);
}

export const addressesOf = (db: Reader, userId: bigint): GrowingList<AddressRow> =>
  listOfQuery(
    db,
    (before) => sql`
      select ${COLUMNS} from payee_address
       where user_id = ${userId} and removed_at is null and ${isBefore(before)} order by id desc`,
  );

/** Reads all of a user's addresses, newest first; they are few. */
export async function findAddresses(tx: Reader, userId: bigint): Promise<readonly AddressRow[]> {
  const { rows } = await sql<AddressRow>`
    select ${COLUMNS} from payee_address
     where user_id = ${userId} and removed_at is null order by id desc`.execute(tx);
  return rows;
}

/** Finds an address to send to and keeps it from being removed or renamed until the transaction ends. */
export async function findAddressForUse(tx: Tx, userId: bigint, id: bigint): Promise<AddressRow | undefined> {
  const { rows } = await sql<AddressRow>`
    select ${COLUMNS} from payee_address
     where id = ${id} and user_id = ${userId} and removed_at is null for share`.execute(tx);
  return rows[0];
}

/** Finds an address, saved or removed, that is another than this one and has the same ends; a saved one first. */
export async function findAlike(
  tx: Reader,
  userId: bigint,
  { chain, address }: Pick<CheckedPayee, 'chain' | 'address'>,
): Promise<{ name: string; address: string } | undefined> {
  const { rows } = await sql<{ name: string; address: string }>`
    select name, address from payee_address
     where user_id = ${userId} and chain = ${chain} and ends = ${endsOf(address)} and address <> ${address}
     order by removed_at desc nulls first, id desc limit 1`.execute(tx);
  return rows[0];
}

/** Returns the first free slot; undefined if all are taken. */
export function freeSlot(rows: readonly AddressRow[]): number | undefined {
  const slots = Array.from({ length: ADDRESSES_MAX }, (_, index) => index + 1);
  return slots.find((slot) => rows.every((row) => row.slot !== slot));
}

type NewAddress = CheckedPayee & {
  readonly id: bigint;
  readonly userId: bigint;
  readonly slot: number;
  readonly waitHours: number;
};

export async function insertAddress(tx: Tx, payee: NewAddress): Promise<AddressRow | undefined> {
  const { id, userId, slot, currency, chain, address, name, waitHours } = payee;
  const { rows } = await sql<AddressRow>`
    insert into payee_address (id, user_id, slot, currency, chain, address, ends, name, usable_at)
    values (${id}, ${userId}, ${slot}, ${currency}, ${chain}, ${address}, ${endsOf(address)}, ${name},
            app_now() + ${waitHours} * interval '1 hour')
    returning ${COLUMNS}`.execute(tx);
  return rows[0];
}

export async function renameAddress(tx: Tx, id: bigint, name: string): Promise<AddressRow | undefined> {
  const { rows } = await sql<AddressRow>`
    update payee_address set name = ${name}, changed_at = app_now() where id = ${id} returning ${COLUMNS}`.execute(tx);
  return rows[0];
}

export async function removeAddress(tx: Tx, id: bigint): Promise<void> {
  await sql`update payee_address set removed_at = app_now(), changed_at = app_now() where id = ${id}`.execute(tx);
}

/** Reports whether this user ever had an address with this id. */
export async function hadAddress(tx: Reader, userId: bigint, id: bigint): Promise<boolean> {
  const { rows } = await sql`select 1 from payee_address where id = ${id} and user_id = ${userId}`.execute(tx);
  return rows.length > 0;
}

export type BankRow = { key_id: string; sealed: Buffer; changed_at: Date; usable_at: Date; is_usable: boolean };

const BANK = sql`
  select key_id, sealed, changed_at, usable_at, usable_at <= app_now() as is_usable from payee_bank`;

export async function findBank(tx: Reader, userId: bigint): Promise<BankRow | undefined> {
  const { rows } = await sql<BankRow>`${BANK} where user_id = ${userId}`.execute(tx);
  return rows[0];
}

/** Finds the bank account to pay to and keeps it from being replaced until the transaction ends. */
export async function findBankForUse(tx: Tx, userId: bigint): Promise<BankRow | undefined> {
  const { rows } = await sql<BankRow>`${BANK} where user_id = ${userId} for share`.execute(tx);
  return rows[0];
}

/** Inserts or replaces a user's bank account, which waits again; returns when it can receive money. */
export async function replaceBank(
  tx: Tx,
  userId: bigint,
  { keyId, sealed, waitHours }: Sealed & { readonly waitHours: number },
): Promise<Date | undefined> {
  const { rows } = await sql<{ usable_at: Date }>`
    insert into payee_bank (user_id, key_id, sealed, usable_at)
    values (${userId}, ${keyId}, ${sealed}, app_now() + ${waitHours} * interval '1 hour')
    on conflict (user_id) do update set key_id = excluded.key_id, sealed = excluded.sealed,
      changed_at = app_now(), usable_at = excluded.usable_at
    returning usable_at`.execute(tx);
  return rows[0]?.usable_at;
}

/** What is stored about where a user's money may go. */
export const payeeTables: readonly PersonalTable[] = [
  {
    table: 'payee_address',
    download: selectRows('Withdrawal addresses, also removed ones.', 'payee_address', [
      'id',
      'currency',
      'chain',
      'address',
      'name',
      'created_at',
      'changed_at',
      'usable_at',
      'removed_at',
    ]),
    closing: deleteRows('payees', 'payee_address'),
  },
  {
    table: 'payee_bank',
    download: selectRows(
      'When your bank account was saved. Its fields are stored sealed; the bank page shows them.',
      'payee_bank',
      ['changed_at', 'usable_at'],
    ),
    closing: deleteRows('payees', 'payee_bank'),
  },
];
