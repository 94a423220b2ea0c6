import { type Candle, PERIODS, type Period } from '@app/domain/market';
import { type Amount, type Price, parseDecimal } from '@app/money';
import { sql } from 'kysely';
import type { Reader } from '../../../platform/db/database.ts';

/** One market's bars since a time, and the start of its own prices. */
export type DayRow = {
  readonly market: number;
  readonly firstMs: number;
  readonly isSimulated: boolean;
  readonly candles: readonly Candle[];
};

type Row = { block: bigint; market: number; first_at: Date; is_simulated: boolean; bars: string[] };

/** Reads the bars of every market with prices, and the block up to which they are complete, from one snapshot. */
export async function readDays(
  db: Reader,
  { period, sinceMs }: { readonly period: Period; readonly sinceMs: number },
): Promise<{ readonly block: number; readonly days: readonly DayRow[] }> {
  const { rows } = await sql<Row>`
    select u.block, o.market, o.first_at, o.is_simulated, array(
        select concat_ws(' ', extract(epoch from start_at)::bigint, open, high, low, close, volume) from candle
         where market = o.market and period = ${PERIODS.indexOf(period)} and start_at >= ${new Date(sinceMs)}
         order by start_at) as bars
      from candle_cursor u cross join candle_origin o`.execute(db);
  const days = rows.map(({ market, first_at, is_simulated, bars }) => ({
    market,
    firstMs: first_at.getTime(),
    isSimulated: is_simulated,
    candles: bars.map(toCandle),
  }));
  return { block: Number(rows[0]?.block ?? 0n), days };
}

/** Parses a candle from text, because an array of rows would arrive as text too, and harder to parse. */
function toCandle(text: string): Candle {
  const [start = '', open = '', high = '', low = '', close = '', volume = ''] = text.split(' ');
  return {
    startMs: Number(start) * 1000,
    open: parseDecimal<Price>(open),
    high: parseDecimal<Price>(high),
    low: parseDecimal<Price>(low),
    close: parseDecimal<Price>(close),
    volume: parseDecimal<Amount>(volume),
  };
}
