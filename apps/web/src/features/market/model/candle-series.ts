import type { KlineBar } from '@app/ui';

type Word = { readonly bar: KlineBar; readonly saidAt: number };

/** Bars that must be asked for: from the last one that may be unfinished to the one the channel begins with. */
export type Gap = { readonly from: number; readonly to: number };

/**
 * The bars of one chart, from answers and from the channel, whatever order they come in: of each bar the newest word
 * counts. An answer is as old as its question. While the channel is live, its own bars are its alone.
 */
export function createCandleSeries() {
  const words = new Map<number, Word>();
  let clock = 0;
  /** Nothing is missing up to `knownTo`; what was told beyond a hole begins at `islandFrom`, the channel at `liveFrom`. */
  let knownTo: number | undefined;
  let islandFrom: number | undefined;
  let liveFrom: number | undefined;
  let receivedTo: number | undefined;
  const put = (bars: readonly KlineBar[], saidAt: number): KlineBar[] =>
    bars.filter((bar) => {
      const known = words.get(bar.time);
      if (known !== undefined && known.saidAt > saidAt) return false;
      words.set(bar.time, { bar, saidAt });
      return true;
    });
  const isTheChannels = (time: number) => liveFrom !== undefined && time >= liveFrom && words.has(time);
  /** A stretch without a hole: it goes on from what is known, or it is an island. */
  const join = (from: number, to: number) => {
    if (knownTo !== undefined && from > knownTo) islandFrom = Math.min(islandFrom ?? from, from);
    else knownTo = Math.max(knownTo ?? to, to);
    if (knownTo !== undefined && islandFrom !== undefined && knownTo >= islandFrom) islandFrom = undefined;
  };
  const hear = (bars: readonly KlineBar[]): KlineBar[] => {
    receivedTo = bars.at(-1)?.time ?? receivedTo;
    return put(bars, ++clock);
  };
  const breakOff = (): void => {
    if (liveFrom !== undefined && receivedTo !== undefined) {
      if (knownTo === undefined) islandFrom = Math.min(islandFrom ?? liveFrom, liveFrom);
      else join(liveFrom, receivedTo);
    }
    liveFrom = undefined;
    receivedTo = undefined;
  };
  return {
    /** The moment of a question, to be given with its answer. */
    now: (): number => ++clock,
    /** Takes an answer, which has no hole, and says which bars are news. */
    answer: (bars: readonly KlineBar[], askedAt: number): KlineBar[] => {
      const oldest = bars[0];
      const newest = bars.at(-1);
      if (oldest !== undefined && newest !== undefined) join(oldest.time, newest.time);
      return put(
        bars.filter(({ time }) => !isTheChannels(time)),
        askedAt,
      );
    },
    /** The channel begins, or begins again: what lies before its first bar it will never tell. */
    start: (bars: readonly KlineBar[]): KlineBar[] => {
      breakOff();
      liveFrom = bars[0]?.time;
      return hear(bars);
    },
    hear,
    /** The channel fell silent: its last bar may be unfinished for all that is known. */
    breakOff,
    receivedTo: (): number | undefined => receivedTo,
    gap: (): Gap | undefined => {
      const to = Math.min(islandFrom ?? Number.POSITIVE_INFINITY, liveFrom ?? Number.POSITIVE_INFINITY);
      return knownTo === undefined || to === Number.POSITIVE_INFINITY || knownTo >= to
        ? undefined
        : { from: knownTo, to };
    },
    /** Oldest first. */
    bars: (): KlineBar[] => [...words.values()].map(({ bar }) => bar).sort((a, b) => a.time - b.time),
  };
}
