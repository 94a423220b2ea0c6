import { expectDefined } from '@app/base';
import { type Amount, formatDecimal, parseDecimal } from '@app/money';
import { sql } from 'kysely';
import { arrayText } from '../../platform/db/array-text.ts';
import type { Reader, Tx } from '../../platform/db/database.ts';

/** A user's volume of one UTC day, such as `2026-11-17`. */
export type DayVolume = { readonly userId: bigint; readonly day: string; readonly volume: Amount };
export type TraderVolume = { readonly userId: bigint; readonly volume: Amount };
export type TraderLevel = TraderVolume & { readonly level: number };

/** Days that count towards a level, today included. */
const WINDOW_DAYS = 30;
const IS_IN_WINDOW = sql`day > (app_now() at time zone 'UTC')::date - ${WINDOW_DAYS}::int`;

/**
 * Serialises the writers of levels, so that none overwrites a level with one from older sums. The engine's reads do not
 * wait.
 */
export async function lockLevels(tx: Tx): Promise<void> {
  await sql`lock table spot_fee_level in share row exclusive mode`.execute(tx);
}

/** Returns the first day that the consumer counts; the migration summed those before. */
export async function findFirstDay(tx: Tx): Promise<string> {
  const { rows } = await sql<{ day: string }>`select day::text from spot_volume_start`.execute(tx);
  return expectDefined(rows[0], 'the first counted day').day;
}

/** Adds to the sums of users and days; each pair once. */
export async function addVolumes(tx: Tx, volumes: readonly DayVolume[]): Promise<void> {
  await sql`
    insert into spot_volume_day (user_id, day, volume)
    select * from unnest(${arrayText(volumes.map(({ userId }) => userId))}::bigint[],
                         ${arrayText(volumes.map(({ day }) => day))}::date[],
                         ${arrayText(volumes.map(({ volume }) => formatDecimal(volume)))}::numeric[]) as n (user_id, day, volume)
     order by user_id, day
    on conflict (user_id, day) do update set volume = spot_volume_day.volume + excluded.volume`.execute(tx);
}

type VolumeRow = { user_id: bigint; volume: string };
const toVolume = ({ user_id, volume }: VolumeRow) => ({ userId: user_id, volume: parseDecimal<Amount>(volume) });

/** Sums the window of these users. */
export async function sumVolumes(db: Reader, userIds: readonly bigint[]): Promise<readonly TraderVolume[]> {
  const { rows } = await sql<VolumeRow>`
    select user_id, trim_scale(sum(volume))::text as volume from spot_volume_day
     where user_id = any(${arrayText(userIds)}::bigint[]) and ${IS_IN_WINDOW} group by user_id`.execute(db);
  return rows.map(toVolume);
}

/** Sums the window of every user who reaches a minimum. Reads one row per user and day with trades. */
export async function sumLargeVolumes(db: Reader, atLeast: Amount): Promise<readonly TraderVolume[]> {
  const { rows } = await sql<VolumeRow>`
    select user_id, trim_scale(sum(volume))::text as volume from spot_volume_day where ${IS_IN_WINDOW}
     group by user_id having sum(volume) >= ${formatDecimal(atLeast)}::numeric`.execute(db);
  return rows.map(toVolume);
}

/** Deletes sums that will never count again. */
export async function deleteOldVolumes(tx: Tx): Promise<void> {
  await sql`
    delete from spot_volume_day where day <= (app_now() at time zone 'UTC')::date - ${2 * WINDOW_DAYS}::int`.execute(
    tx,
  );
}

/** Writes levels; a user at level 0 has no row, and rows that already match are left alone. */
export async function writeLevels(tx: Tx, levels: readonly TraderLevel[]): Promise<void> {
  const ranked = levels.filter(({ level }) => level > 0);
  await sql`
    insert into spot_fee_level (user_id, level, volume)
    select * from unnest(${arrayText(ranked.map(({ userId }) => userId))}::bigint[],
                         ${arrayText(ranked.map(({ level }) => level))}::int[],
                         ${arrayText(ranked.map(({ volume }) => formatDecimal(volume)))}::numeric[]) as n (user_id, level, volume)
    on conflict (user_id) do update set level = excluded.level, volume = excluded.volume, at = app_now()
      where (spot_fee_level.level, spot_fee_level.volume) is distinct from (excluded.level, excluded.volume)`.execute(
    tx,
  );
}

/** Deletes the levels of all users but these, or of these users only. */
export async function deleteLevels(
  tx: Tx,
  users: { readonly allBut: readonly bigint[] } | { readonly only: readonly bigint[] },
): Promise<void> {
  const isMeant =
    'only' in users
      ? sql`user_id = any(${arrayText(users.only)}::bigint[])`
      : sql`user_id <> all(${arrayText(users.allBut)}::bigint[])`;
  await sql`delete from spot_fee_level where ${isMeant}`.execute(tx);
}

/** Finds a user's level; a user without a row is at level 0. */
export async function findLevel(db: Reader, userId: bigint): Promise<TraderLevel | undefined> {
  const { rows } = await sql<VolumeRow & { level: number }>`
    select user_id, level, trim_scale(volume)::text as volume from spot_fee_level where user_id = ${userId}`.execute(
    db,
  );
  return rows[0] && { ...toVolume(rows[0]), level: rows[0].level };
}
