import { expectDefined } from '@app/base';
import { type Candle, PERIODS, type Period } from '@app/domain/market';
import { type Amount, type Price, parseDecimal } from '@app/money';
import { sql } from 'kysely';
import type { Reader } from '../../../platform/db/database.ts';
import type { Bar } from './roll-up.ts';
import type { WireBar } from './wire-bars.ts';

type CandleRow = {
  start_at: Date;
  open: string;
  high: string;
  low: string;
  close: string;
  volume: string;
  is_simulated: boolean;
};

const COLUMNS = sql`start_at, open, high, low, close, volume, is_simulated`;

const toCandle = (row: CandleRow): Candle => ({
  startMs: row.start_at.getTime(),
  open: parseDecimal<Price>(row.open),
  high: parseDecimal<Price>(row.high),
  low: parseDecimal<Price>(row.low),
  close: parseDecimal<Price>(row.close),
  volume: parseDecimal<Amount>(row.volume),
});

export type Origin = { readonly firstMs: number; readonly isSimulated: boolean };

/** Bars, and the block up to which they are complete, from one snapshot: later blocks can be added to them. */
export type StoredBars = {
  readonly block: number;
  readonly origin: Origin | undefined;
  readonly bars: readonly WireBar[];
};

export type Range = {
  readonly market: number;
  readonly period: Period;
  readonly fromMs: number;
  /** Inclusive; a bar's start. */
  readonly toMs: number;
  readonly barsMax: number;
};

type RangeRow = { block: bigint; first_at: Date | null; from_simulated: boolean | null; bars: string | null };

/**
 * Reads the newest bars of a range, oldest first. Returned as one text: a row per bar would cost more than everything
 * else together.
 */
export async function readBars(db: Reader, { market, period, fromMs, toMs, barsMax }: Range): Promise<StoredBars> {
  const { rows } = await sql<RangeRow>`
    select u.block, o.first_at, o.is_simulated as from_simulated, (
        select string_agg(concat_ws(' ', extract(epoch from start_at)::bigint, trim_scale(open), trim_scale(high),
                 trim_scale(low), trim_scale(close), trim_scale(volume), is_simulated::int), ',' order by start_at)
          from (select * from candle
                 where market = ${market} and period = ${PERIODS.indexOf(period)}
                   and start_at between ${new Date(fromMs)} and ${new Date(toMs)}
                 order by start_at desc limit ${barsMax}) newest) as bars
      from candle_cursor u left join candle_origin o on o.market = ${market}`.execute(db);
  const { block, first_at, from_simulated, bars } = expectDefined(rows[0], 'the cursor');
  return {
    block: Number(block),
    origin: first_at === null ? undefined : { firstMs: first_at.getTime(), isSimulated: from_simulated === true },
    bars: bars === null ? [] : bars.split(',').map(toBar),
  };
}

function toBar(text: string): WireBar {
  const [start = '', open = '', high = '', low = '', close = '', vol = '', simulated] = text.split(' ');
  return { time: Number(start) * 1000, open, high, low, close, vol, simulated: simulated === '1' ? 1 : 0 };
}

type NewestRow = CandleRow & { block: bigint; market: number; period: number };

/** Reads the newest bar of every market and period, and the block up to which they are complete. */
export async function readNewestBars(db: Reader): Promise<{ readonly block: number; readonly bars: readonly Bar[] }> {
  const { rows } = await sql<NewestRow>`
    select u.block, m.id as market, p.period, c.* from candle_cursor u cross join market m
     cross join generate_series(0, ${PERIODS.length - 1}::int) as p (period)
     cross join lateral (
       select ${COLUMNS} from candle where market = m.id and period = p.period order by start_at desc limit 1) c`.execute(
    db,
  );
  const bars = rows.map((row) => ({
    market: row.market,
    period: expectDefined(PERIODS[row.period], 'a period'),
    candle: toCandle(row),
    isSimulated: row.is_simulated,
  }));
  return { block: Number(rows[0]?.block ?? 0n), bars };
}
