import { expectDefined } from '@app/base';
import { PERIODS, type Tick } from '@app/domain/market';
import { formatDecimal } from '@app/money';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/db/database.ts';
import { type Bar, isSimulatedTick } from './roll-up.ts';

/** The keeper runs every few seconds, so it gives up the lock and retries on the next run. */
const LOCK_TIMEOUT = '2s';
/**
 * The keeper computes for some hundredths of a second between two statements: a session idle for this long is
 * suspended.
 */
const IDLE_TIMEOUT = '5s';

/**
 * Locks and returns the block up to which the bars are complete, until the transaction ends. The holder may be
 * suspended at any moment and must not block the others, so the database ends such a transaction. The timeouts apply to
 * this transaction only.
 */
export async function lockCursor(tx: Tx): Promise<number> {
  await sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true),
                   set_config('idle_in_transaction_session_timeout', ${IDLE_TIMEOUT}, true)`.execute(tx);
  const { rows } = await sql<{ block: bigint }>`select block from candle_cursor for update`.execute(tx);
  return Number(expectDefined(rows[0], 'the cursor').block);
}

export async function moveCursor(tx: Tx, block: number): Promise<void> {
  await sql`update candle_cursor set block = ${block}`.execute(tx);
}

/** Stores the first tick of each market and ignores later ones. */
export async function noteOrigins(tx: Tx, firsts: readonly Tick[]): Promise<void> {
  await sql`
    insert into candle_origin (market, first_at, is_simulated)
    select * from unnest(${firsts.map(({ market }) => market)}::int[],
      ${firsts.map(({ atMs }) => new Date(atMs))}::timestamptz[], ${firsts.map(isSimulatedTick)}::boolean[])
    on conflict (market) do nothing`.execute(tx);
}

/** Merges new bars into stored ones and inserts the missing ones. */
export async function addBars(tx: Tx, bars: readonly Bar[]): Promise<void> {
  const column = <Value>(of: (bar: Bar) => Value) => bars.map(of);
  const money = (name: 'open' | 'high' | 'low' | 'close' | 'volume') =>
    sql`${column(({ candle }) => formatDecimal(candle[name]))}::numeric[]`;
  await sql`
    insert into candle (market, period, start_at, open, high, low, close, volume, is_simulated)
    select * from unnest(
      ${column(({ market }) => market)}::int[], ${column(({ period }) => PERIODS.indexOf(period))}::smallint[],
      ${column(({ candle }) => new Date(candle.startMs))}::timestamptz[],
      ${money('open')}, ${money('high')}, ${money('low')}, ${money('close')}, ${money('volume')},
      ${column(({ isSimulated }) => isSimulated)}::boolean[])
    on conflict (market, period, start_at) do update
       set high = greatest(candle.high, excluded.high), low = least(candle.low, excluded.low), close = excluded.close,
           volume = candle.volume + excluded.volume, is_simulated = candle.is_simulated or excluded.is_simulated`.execute(
    tx,
  );
}

/** Deletes minute bars past retention, of every market; the longer periods stay. */
export async function deleteOldMinutes(db: Reader, daysKept: number): Promise<void> {
  await sql`
    delete from candle c using market m
     where c.market = m.id and c.period = ${PERIODS.indexOf('1min')}
       and c.start_at < app_now() - make_interval(days => ${daysKept})`.execute(db);
}
