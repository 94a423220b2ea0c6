import type { KlineBar } from '@app/ui';

type Entry = { readonly bar: KlineBar; readonly receivedAt: number };

/** Bars to fetch: from the last one that may be unfinished to the first one of the channel. */
export type Gap = { readonly from: number; readonly to: number };

/**
 * Merges the bars of one chart from responses and from the channel, in any arrival order: the newest version of each
 * bar wins. A response is as old as its request. While the channel is live, responses do not replace its bars.
 */
export function createCandleSeries() {
  const entries = new Map<number, Entry>();
  let clock = 0;
  /** No bar is missing up to `loadedTo`; bars received beyond a gap begin at `islandFrom`, the channel at `liveFrom`. */
  let loadedTo: number | undefined;
  let islandFrom: number | undefined;
  let liveFrom: number | undefined;
  let receivedTo: number | undefined;
  const put = (bars: readonly KlineBar[], receivedAt: number): KlineBar[] =>
    bars.filter((bar) => {
      const known = entries.get(bar.time);
      if (known !== undefined && known.receivedAt > receivedAt) return false;
      entries.set(bar.time, { bar, receivedAt });
      return true;
    });
  const isTheChannels = (time: number) => liveFrom !== undefined && time >= liveFrom && entries.has(time);
  /** Adds a range without a gap: it extends the known range, or it is an island. */
  const join = (from: number, to: number) => {
    if (loadedTo !== undefined && from > loadedTo) islandFrom = Math.min(islandFrom ?? from, from);
    else loadedTo = Math.max(loadedTo ?? to, to);
    if (loadedTo !== undefined && islandFrom !== undefined && loadedTo >= islandFrom) islandFrom = undefined;
  };
  const applyLive = (bars: readonly KlineBar[]): KlineBar[] => {
    receivedTo = bars.at(-1)?.time ?? receivedTo;
    return put(bars, ++clock);
  };
  const breakOff = (): void => {
    if (liveFrom !== undefined && receivedTo !== undefined) {
      if (loadedTo === undefined) islandFrom = Math.min(islandFrom ?? liveFrom, liveFrom);
      else join(liveFrom, receivedTo);
    }
    liveFrom = undefined;
    receivedTo = undefined;
  };
  return {
    /** Returns the logical time of a request, to be passed with its response. */
    now: (): number => ++clock,
    /** Adds a response, which has no gap, and returns the bars that changed. */
    answer: (bars: readonly KlineBar[], requestedAt: number): KlineBar[] => {
      const oldest = bars[0];
      const newest = bars.at(-1);
      if (oldest !== undefined && newest !== undefined) join(oldest.time, newest.time);
      return put(
        bars.filter(({ time }) => !isTheChannels(time)),
        requestedAt,
      );
    },
    /** Starts or restarts the channel, which never sends anything before its first bar. */
    start: (bars: readonly KlineBar[]): KlineBar[] => {
      breakOff();
      liveFrom = bars[0]?.time;
      return applyLive(bars);
    },
    applyLive,
    /** Handles a stopped channel: its last bar may be unfinished. */
    breakOff,
    receivedTo: (): number | undefined => receivedTo,
    gap: (): Gap | undefined => {
      const to = Math.min(islandFrom ?? Number.POSITIVE_INFINITY, liveFrom ?? Number.POSITIVE_INFINITY);
      return loadedTo === undefined || to === Number.POSITIVE_INFINITY || loadedTo >= to
        ? undefined
        : { from: loadedTo, to };
    },
    /** Oldest first. */
    bars: (): KlineBar[] => [...entries.values()].map(({ bar }) => bar).sort((a, b) => a.time - b.time),
  };
}
