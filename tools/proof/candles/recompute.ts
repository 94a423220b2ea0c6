import { barStart, PERIODS, type Tick } from '@app/domain/market';
import { formatDecimal } from '@app/money';
import type { Database } from '@app/server/platform/db/database';

/** Bars in text form, keyed by market, period and start, for comparison. */
export type Bars = ReadonlyMap<string, string>;

type Open = { open: bigint; high: bigint; low: bigint; close: bigint; volume: bigint };

/** Recomputes the bars independently: each tick into each period separately, without the candle keeper's rules. */
export function recompute(ticks: Iterable<Tick>): Bars {
  const bars = new Map<string, Open>();
  for (const { market, atMs, price, volume } of ticks)
    for (const name of barNamesOf({ market, atMs })) {
      const bar = bars.get(name);
      if (bar === undefined) bars.set(name, { open: price, high: price, low: price, close: price, volume });
      else {
        if (price > bar.high) bar.high = price;
        if (price < bar.low) bar.low = price;
        bar.close = price;
        bar.volume += volume;
      }
    }
  return new Map([...bars].map(([name, bar]) => [name, toText(bar)]));
}

/** Returns the names of the bars that contain a tick, one per period. */
export const barNamesOf = ({ market, atMs }: Pick<Tick, 'market' | 'atMs'>): string[] =>
  PERIODS.map((period, index) => `${market} ${index} ${barStart(period, atMs)}`);

const toText = ({ open, high, low, close, volume }: Open) =>
  [open, high, low, close, volume]
    .map((value) => formatDecimal(value as Parameters<typeof formatDecimal>[0]))
    .join(' ');

export async function readStored({ pool }: Database): Promise<Bars> {
  const { rows } = await pool.query<{ name: string; bar: string }>(
    `select concat_ws(' ', market, period, (extract(epoch from start_at) * 1000)::bigint) as name,
            concat_ws(' ', trim_scale(open), trim_scale(high), trim_scale(low), trim_scale(close), trim_scale(volume)) as bar
       from candle`,
  );
  return new Map(rows.map(({ name, bar }) => [name, bar]));
}

/** Returns bars that exist in only one set or differ. */
export function differences(one: Bars, other: Bars): readonly string[] {
  const names = new Set([...one.keys(), ...other.keys()]);
  return [...names].filter((name) => one.get(name) !== other.get(name));
}
