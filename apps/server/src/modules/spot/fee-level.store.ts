import { type Amount, formatDecimal } from '@app/money';
import { sql } from 'kysely';
import { now } from '../../platform/db/clock.ts';
import type { Db, Reader, Tx } from '../../platform/db/database.ts';
import { readMarkets } from '../market/index.ts';

export type TraderLevel = { readonly userId: bigint; readonly level: number; readonly volume: Amount };

/**
 * Writes the levels of exactly these users; rows that already match are left alone. In one order, because two workers
 * may run at once.
 */
export async function writeLevels(tx: Tx, levels: readonly TraderLevel[]): Promise<void> {
  const users = levels.map(({ userId }) => userId);
  await sql`
    insert into spot_fee_level (user_id, level, volume)
    select * from unnest(${users}::bigint[], ${levels.map(({ level }) => level)}::int[],
                         ${levels.map(({ volume }) => formatDecimal(volume))}::numeric[]) as ranked (user_id, level, volume)
     order by user_id
    on conflict (user_id) do update set level = excluded.level, volume = excluded.volume, at = app_now()
      where (spot_fee_level.level, spot_fee_level.volume) is distinct from (excluded.level, excluded.volume)`.execute(
    tx,
  );
  await sql`
    delete from spot_fee_level f
     where not exists (select from unnest(${users}::bigint[]) as ranked (id) where ranked.id = f.user_id)`.execute(tx);
}

/** Finds a user's level; a user without a row is at level 0. */
export async function findLevel(db: Reader, userId: bigint): Promise<{ level: number; volume: string } | undefined> {
  const { rows } = await sql<{ level: number; volume: string }>`
    select level, trim_scale(volume)::text as volume from spot_fee_level where user_id = ${userId}`.execute(db);
  return rows[0];
}

const DAY_MS = 86_400_000;
const WINDOW_MS = 30 * DAY_MS;
/** Currency in which volume is counted; a market quoted in another would first have to be valued. */
const COUNTED_IN = 'USDT';

/** The trades that count towards a fee level. */
export type CountedTrades = { readonly sinceMs: number; readonly markets: readonly number[] };

export async function countedTrades(db: Db): Promise<CountedTrades> {
  const markets = (await readMarkets(db)).filter(({ quote }) => quote === COUNTED_IN).map(({ id }) => id);
  return { sinceMs: (await now(db)).getTime() - WINDOW_MS, markets };
}
