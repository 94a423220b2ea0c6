import { sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/database.ts';

export async function readFavourites(db: Reader, userId: bigint): Promise<string[]> {
  const { rows } = await sql<{ symbol: string }>`
    select m.symbol from favourite f join market m on m.id = f.market
     where f.user_id = ${userId} order by f.added_at, m.id`.execute(db);
  return rows.map(({ symbol }) => symbol);
}

/** One that is there stays as it is. */
export async function insertFavourite(tx: Tx, userId: bigint, market: number): Promise<void> {
  await sql`insert into favourite (user_id, market) values (${userId}, ${market}) on conflict do nothing`.execute(tx);
}

export async function deleteFavourite(tx: Tx, userId: bigint, symbol: string): Promise<void> {
  await sql`
    delete from favourite f using market m
     where f.user_id = ${userId} and m.id = f.market and m.symbol = ${symbol}`.execute(tx);
}
