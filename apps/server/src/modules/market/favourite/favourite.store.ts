import { sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/db/database.ts';
import { deleteRows, type PersonalTable } from '../../../platform/db/personal-data.ts';

export async function readFavourites(db: Reader, userId: bigint): Promise<string[]> {
  const { rows } = await sql<{ symbol: string }>`
    select m.symbol from favourite f join market m on m.id = f.market
     where f.user_id = ${userId} order by f.place, f.added_at, m.id`.execute(db);
  return rows.map(({ symbol }) => symbol);
}

/** Inserts a favourite after all others; an existing one stays as it is. */
export async function insertFavourite(tx: Tx, userId: bigint, market: number): Promise<void> {
  await sql`
    insert into favourite (user_id, market, place)
    select ${userId}, ${market}, coalesce(max(place), 0) + 1 from favourite where user_id = ${userId}
    on conflict do nothing`.execute(tx);
}

/** Moves the named markets to the front, in the order of first mention; the others keep their order behind them. */
export async function placeFavourites(tx: Tx, userId: bigint, symbols: readonly string[]): Promise<void> {
  // Lock in market order: two devices that reorder at once wait for each other instead of deadlocking.
  await sql`select 1 from favourite where user_id = ${userId} order by market for update`.execute(tx);
  await sql`
    update favourite f set place = ordered.place from (
      select own.market, row_number() over (order by named.place nulls last, own.place, own.added_at, own.market) as place
        from favourite own join market m on m.id = own.market
        left join (select symbol, min(place) as place
                     from unnest(${[...symbols]}::text[]) with ordinality as given (symbol, place) group by symbol) named
          on named.symbol = m.symbol
       where own.user_id = ${userId}) ordered
     where f.user_id = ${userId} and f.market = ordered.market and f.place <> ordered.place`.execute(tx);
}

export async function deleteFavourite(tx: Tx, userId: bigint, symbol: string): Promise<void> {
  await sql`
    delete from favourite f using market m
     where f.user_id = ${userId} and m.id = f.market and m.symbol = ${symbol}`.execute(tx);
}

/** What the market module stores about users. */
export const marketTables: readonly PersonalTable[] = [
  {
    table: 'favourite',
    download: {
      about: 'Markets on your list.',
      rows: (userId) => sql`
      select m.symbol as market, f.place, f.added_at from favourite f join market m on m.id = f.market
       where f.user_id = ${userId} order by f.place`,
    },
    closing: deleteRows('lists', 'favourite'),
  },
];
