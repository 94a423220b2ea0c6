import { barEnd, mergeCandles } from '@app/domain/market';
import type { Db } from '../../../platform/database.ts';
import type { Log } from '../../../platform/log.ts';
import type { Board } from '../board/board.ts';
import { barsBefore } from '../candle/before-origin.ts';
import { readBars } from '../candle/candle-reading.store.ts';
import type { History } from '../candle/history.ts';
import type { BarKey, CurrentBars } from './current-bars.ts';

type FillDeps = {
  readonly db: Db;
  readonly log: Log;
  readonly history: History;
  readonly board: Pick<Board, 'markets'>;
};

/**
 * Completes the bar in which a simulated market's own prices began, so that a chart shows it with the simulated prices
 * before them. Computed when a user first views it, because few ever do; until then, and on failure, the bar begins
 * with the first tick.
 */
export function fillFirstBars(deps: FillDeps, bars: CurrentBars): (key: BarKey) => void {
  const looked = new Set<string>();
  return (key) => {
    const name = `${key.market} ${key.period}`;
    if (looked.has(name)) return;
    looked.add(name);
    void fill(deps, bars, key)
      .catch((error: unknown) => deps.log.warn({ err: error, ...key }, 'candles.first_bar_incomplete'))
      .then((isSettled) => isSettled === true || looked.delete(name));
  };
}

/**
 * Returns whether the bar is now complete or needs nothing; before its first tick is stored, this cannot be decided.
 */
async function fill({ db, history, board }: FillDeps, bars: CurrentBars, key: BarKey): Promise<boolean> {
  const market = board.markets().find(({ id }) => id === key.market);
  const bar = bars.barOf(key);
  if (market === undefined || bar === undefined) return false;
  const fromMs = bar.startMs;
  const { origin } = await readBars(db, { ...key, fromMs, toMs: fromMs, barsMax: 1 });
  if (origin === undefined) return false;
  if (!origin.isSimulated || origin.firstMs < fromMs) return true;
  const span = { period: key.period, fromMs, toMs: barEnd(key.period, fromMs) };
  const before = await barsBefore(history, { market, endMs: origin.firstMs }, span);
  bars.change(key, (now) => (now.startMs === fromMs ? mergeCandles([...before, now], key.period).at(-1) : undefined));
  return true;
}
