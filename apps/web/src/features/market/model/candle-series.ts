import type { KlineBar } from '@app/ui';

type Entry = { readonly bar: KlineBar; readonly receivedAt: number };

/** Bars that must be asked for: from the last one that may be unfinished to the one the channel begins with. */
export type Gap = { readonly from: number; readonly to: number };

/**
 * The bars of one chart, from answers and from the channel, whatever order they come in: of each bar the newest word
 * counts. An answer is as old as its question. While the channel is live, its own bars are its alone.
 */
export function createCandleSeries() {
  const entries = new Map<number, Entry>();
  let clock = 0;
  /** Nothing is missing up to `knownTo`; what was told beyond a hole begins at `islandFrom`, the channel at `liveFrom`. */
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
  /** A stretch without a hole: it goes on from what is known, or it is an island. */
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
    /** The moment of a question, to be given with its answer. */
    now: (): number => ++clock,
    /** Takes an answer, which has no hole, and says which bars are news. */
    answer: (bars: readonly KlineBar[], requestedAt: number): KlineBar[] => {
      const oldest = bars[0];
      const newest = bars.at(-1);
      if (oldest !== undefined && newest !== undefined) join(oldest.time, newest.time);
      return put(
        bars.filter(({ time }) => !isTheChannels(time)),
        requestedAt,
      );
    },
    /** The channel begins, or begins again: what lies before its first bar it will never tell. */
    start: (bars: readonly KlineBar[]): KlineBar[] => {
      breakOff();
      liveFrom = bars[0]?.time;
      return applyLive(bars);
    },
    applyLive,
    /** The channel fell silent: its last bar may be unfinished for all that is known. */
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
