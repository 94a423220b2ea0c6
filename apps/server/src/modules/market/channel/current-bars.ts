import { addTick, type Candle, PERIODS, type Period, type Tick } from '@app/domain/market';

export type BarKey = { readonly market: number; readonly period: Period };
/** Bars that hold every tick up to a block. */
export type BarsUpTo = { readonly block: number; readonly bars: readonly (BarKey & { readonly candle: Candle })[] };
type Ticks = { readonly number: number; readonly ticks: readonly Tick[] };
type Watcher = {
  readonly onBar: (candle: Candle) => void;
  /** Once for all the blocks that came together. */
  readonly onUpdate: () => void;
};

/** The bar that is open now, of every market and period. */
export type CurrentBars = {
  barOf(key: BarKey): Candle | undefined;
  /** The open one, and before it the one that ended last, if it did while the bars were followed. */
  newestOf(key: BarKey): readonly Candle[];
  /** The last block that is in them. */
  blockNumber(): number;
  /** The answer ends it. */
  watch(key: BarKey, watcher: Watcher): () => void;
  /** Puts another in its place, which is told with the next tick; nothing leaves it as it is. */
  change(key: BarKey, change: (now: Candle) => Candle | undefined): void;
  /** In order; blocks that are in the bars already change nothing. */
  take(blocks: readonly Ticks[]): void;
};

const nameOf = ({ market, period }: BarKey) => `${market} ${period}`;

export function createCurrentBars(stored: BarsUpTo): CurrentBars {
  const bars = new Map(stored.bars.map((bar) => [nameOf(bar), bar.candle]));
  const ended = new Map<string, Candle>();
  const watchers = new Map<string, Set<Watcher>>();
  let last = stored.block;
  const put = (name: string, candle: Candle) => {
    const before = bars.get(name);
    if (before !== undefined && before.startMs < candle.startMs) ended.set(name, before);
    bars.set(name, candle);
    const all = [...(watchers.get(name) ?? [])];
    for (const { onBar } of all) onBar(candle);
    return all;
  };
  const add = (tick: Tick, period: Period): Watcher[] => {
    const name = nameOf({ market: tick.market, period });
    return put(name, addTick(bars.get(name), tick, period));
  };
  return {
    barOf: (key) => bars.get(nameOf(key)),
    newestOf: (key) => [ended.get(nameOf(key)) ?? [], bars.get(nameOf(key)) ?? []].flat(),
    blockNumber: () => last,
    watch: (key, watcher) => {
      const all = watchers.get(nameOf(key)) ?? new Set();
      watchers.set(nameOf(key), all.add(watcher));
      return () => void all.delete(watcher);
    },
    change: (key, change) => {
      const now = bars.get(nameOf(key));
      const changed = now && change(now);
      if (changed !== undefined) put(nameOf(key), changed);
    },
    take: (blocks) => {
      const fresh = blocks.filter(({ number }) => number > last);
      const ticks = fresh.flatMap((block) => block.ticks);
      last = fresh.at(-1)?.number ?? last;
      const touched = new Set(ticks.flatMap((tick) => PERIODS.flatMap((period) => add(tick, period))));
      for (const { onUpdate } of touched) onUpdate();
    },
  };
}
