import type { Mode } from '@app/domain/ledger';
import { sql } from 'kysely';
import { arrayText } from '../../platform/db/array-text.ts';
import type { Reader } from '../../platform/db/database.ts';

export type DayRow = {
  market: number;
  day: string;
  currency: string;
  profits: number;
  losses: number;
  flats: number;
  voids: number;
  cancels: number;
  stakes: string;
  returned: string;
  first_place: number;
  last_place: number;
  root: string;
};

/** Reads the last days of markets, newest first. Each market's are found by the key, however many there are. */
export async function readDays(
  db: Reader,
  mode: Mode,
  { markets, days }: { readonly markets: readonly number[]; readonly days: number },
): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select d.* from unnest(${arrayText(markets)}::int[]) m cross join lateral (
      select market, day::text, currency, profits::float8, losses::float8, flats::float8, voids::float8, cancels::float8,
             trim_scale(stakes)::text as stakes, trim_scale(returned)::text as returned, first_place::float8,
             last_place::float8, root
        from seconds_day
       where book = ${mode} and market = m and day > (now() at time zone 'UTC')::date - ${days}::int) d
     order by d.day desc, d.market, d.currency`.execute(db);
  return rows;
}

/** Reads the settlements of a market behind a place of its chain, in order: their places and the ids of their receipts. */
export async function readPlaces(
  db: Reader,
  mode: Mode,
  { market, after, limit }: { readonly market: number; readonly after: number; readonly limit: number },
): Promise<{ place: number; id: bigint }[]> {
  const { rows } = await sql<{ place: number; id: bigint }>`
    select chain_place::float8 as place, id from seconds_settlement
     where book = ${mode} and market = ${market} and chain_place > ${after}
     order by chain_place limit ${limit}`.execute(db);
  return rows;
}
