import { type Price, parseDecimal } from '@app/money';
import { sql } from 'kysely';
import { arrayText } from '../../../platform/db/array-text.ts';
import type { Reader } from '../../../platform/db/database.ts';

/** A market and a time at which its price is wanted. */
export type PricePoint = { readonly market: number; readonly atMs: number };
export type PastPrice = { readonly price: Price; readonly isSimulated: boolean };

type Row = { place: number; price: string; is_simulated: boolean };

/**
 * Returns the index price at each time: the last close of a bar that had ended by then, of a minute where minutes are
 * still kept, else of 15 minutes, else of a day. Before a market's first bar it is the first price. All of these end at
 * the same tick where a day does. Undefined for a market without a price.
 */
export async function readClosesAt(db: Reader, points: readonly PricePoint[]): Promise<(PastPrice | undefined)[]> {
  if (points.length === 0) return [];
  const lastClose = (period: number, length: string, order: number) => sql`
    (select close as price, is_simulated, ${sql.lit(order)} as choice from candle
      where market = p.market and period = ${sql.lit(period)} and start_at <= p.at - ${sql.lit(length)}::interval
      order by start_at desc limit 1)`;
  const { rows } = await sql<Row>`
    select p.place, trim_scale(c.price)::text as price, c.is_simulated
      from unnest(${arrayText(points.map(({ market }) => market))}::int[], ${points.map(({ atMs }) => new Date(atMs))}::timestamptz[])
        with ordinality as p (market, at, place)
      cross join lateral (
        ${lastClose(0, '1 minute', 1)} union all ${lastClose(2, '15 minutes', 2)} union all ${lastClose(6, '1 day', 3)} union all
        (select open, is_simulated, 4 from candle where market = p.market and period = 6 order by start_at limit 1)
        order by choice limit 1) c`.execute(db);
  const found = new Map(rows.map(({ place, price, is_simulated }) => [Number(place), { price, is_simulated }]));
  return points.map((_, index) => {
    const row = found.get(index + 1);
    return row && { price: parseDecimal<Price>(row.price), isSimulated: row.is_simulated };
  });
}
