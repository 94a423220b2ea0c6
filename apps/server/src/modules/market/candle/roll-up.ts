import { addTick, type Candle, mergeCandles, PERIODS, type Period, SOURCES, type Tick } from '@app/domain/market';

/** A bar of one market and period. */
export type Bar = {
  readonly market: number;
  readonly period: Period;
  readonly candle: Candle;
  /** Whether any price in it was. */
  readonly isSimulated: boolean;
};

const SIMULATED: ReadonlySet<number> = new Set(SOURCES.filter((it) => it.isSimulated).map(({ id }) => id));

export const isSimulatedTick = ({ sources }: Tick): boolean => sources.some(({ source }) => SIMULATED.has(source));

/** What one market's ticks, in their order, do to the bars of every period. */
export function rollUp(ticks: readonly Tick[]): Bar[] {
  const minutes: Candle[] = [];
  for (const tick of ticks) {
    const last = minutes.at(-1);
    const next = addTick(last, tick, '1min');
    if (last?.startMs === next.startMs) minutes[minutes.length - 1] = next;
    else minutes.push(next);
  }
  // One word for all of them: a feed changes its sources by a restart, and the doubt goes to the warning's side.
  const isSimulated = ticks.some(isSimulatedTick);
  return PERIODS.flatMap((period) =>
    mergeCandles(minutes, period).map((candle) => ({ market: ticks[0]?.market ?? 0, period, candle, isSimulated })),
  );
}

/** Ticks of many blocks, by market and in their order. */
export function byMarket(blocks: readonly { readonly ticks: readonly Tick[] }[]): ReadonlyMap<number, Tick[]> {
  const ticks = new Map<number, Tick[]>();
  for (const block of blocks)
    for (const tick of block.ticks) {
      const list = ticks.get(tick.market);
      if (list === undefined) ticks.set(tick.market, [tick]);
      else list.push(tick);
    }
  return ticks;
}
