import { addTick, type Candle, PERIODS, type Period, type Tick } from '@app/domain/market';

export type BarKey = { readonly market: number; readonly period: Period };
/** Bars that contain every tick up to a block. */
export type BarsUpTo = { readonly block: number; readonly bars: readonly (BarKey & { readonly candle: Candle })[] };
type Ticks = { readonly number: number; readonly ticks: readonly Tick[] };
type Watcher = {
  readonly onBar: (candle: Candle) => void;
  /** Called once for all blocks that arrived together. */
  readonly onUpdate: () => void;
};

/** The currently open bar of every market and period. */
export type CurrentBars = {
  barOf(key: BarKey): Candle | undefined;
  /** Returns the open bar, preceded by the one that ended last, if it ended while the bars were followed. */
  newestOf(key: BarKey): readonly Candle[];
  /** Returns the number of the last block included. */
  blockNumber(): number;
  /** Watches a bar; returns the unsubscribe function. */
  watch(key: BarKey, watcher: Watcher): () => void;
  /** Replaces a bar, which is sent with the next tick; undefined leaves it unchanged. */
  change(key: BarKey, change: (now: Candle) => Candle | undefined): void;
  /** Applies blocks in order; blocks already included change nothing. */
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
