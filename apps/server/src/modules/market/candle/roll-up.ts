import { addTick, type Candle, mergeCandles, PERIODS, type Period, SOURCES, type Tick } from '@app/domain/market';

/** A bar of one market and period. */
export type Bar = {
  readonly market: number;
  readonly period: Period;
  readonly candle: Candle;
  /** Whether any price in it was simulated. */
  readonly isSimulated: boolean;
};

const SIMULATED: ReadonlySet<number> = new Set(SOURCES.filter((it) => it.isSimulated).map(({ id }) => id));

export const isSimulatedTick = ({ sources }: Tick): boolean => sources.some(({ source }) => SIMULATED.has(source));

/** Rolls one market's ticks, in order, up into bars of every period. */
export function rollUp(ticks: readonly Tick[]): Bar[] {
  const minutes: Candle[] = [];
  for (const tick of ticks) {
    const last = minutes.at(-1);
    const next = addTick(last, tick, '1min');
    if (last?.startMs === next.startMs) minutes[minutes.length - 1] = next;
    else minutes.push(next);
  }
  // One flag for all bars: a feed changes its sources only by a restart, and in doubt the bars are marked as simulated.
  const isSimulated = ticks.some(isSimulatedTick);
  return PERIODS.flatMap((period) =>
    mergeCandles(minutes, period).map((candle) => ({ market: ticks[0]?.market ?? 0, period, candle, isSimulated })),
  );
}

/** Groups the ticks of many blocks by market, in order. */
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
