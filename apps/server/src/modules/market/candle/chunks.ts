import { barEnd, barStart, type Period } from '@app/domain/market';
import type { Thread } from './open-thread.ts';
import type { PackedBars } from './packed-bars.ts';
import type { Past, Question, Span } from './past.ts';

/**
 * Cache of computed chunks. The past never changes, so results are kept: many charts share them, and none is computed
 * twice.
 */
export type Chunks = { covering(question: Question): Promise<readonly PackedBars[]> };

/** Raised when too many chunks are queued for computation. */
export class HistoryBusy extends Error {}

/** Few enough to compute each chunk in some hundredths of a second, enough that a chart needs few chunks. */
const BARS_A_CHUNK: Readonly<Partial<Record<Period, number>>> = { '15min': 100, '30min': 60, '1day': 60 };
const BARS_OF_OTHERS = 300;

/**
 * Two weeks of minutes of every market would be too much to cache; all other periods take about half a megabyte per
 * market.
 */
const MINUTE_CHUNKS_KEPT = 1_000;

export function createChunks(thread: Pick<Thread, 'request' | 'isBusy'>): Chunks {
  const kept = new Map<string, Promise<PackedBars>>();
  const minutes = new Map<string, Promise<PackedBars>>();
  const compute = (shelf: Map<string, Promise<PackedBars>>, key: string, query: { past: Past; span: Span }) => {
    const chunk = thread.request(query);
    shelf.set(key, chunk);
    chunk.catch(() => shelf.delete(key)); // Failures are not cached.
    return chunk;
  };
  const chunkOf = ({ past, span, patience }: Question) => {
    const shelf = span.period === '1min' ? minutes : kept;
    const key = `${past.market.id} ${span.period} ${span.fromMs}`;
    const known = shelf.get(key);
    if (known === undefined) {
      if (patience === 'goes_without' && thread.isBusy()) throw new HistoryBusy('too much waits to be computed');
      return compute(shelf, key, { past, span });
    }
    shelf.delete(key); // Moves it to the end (LRU).
    shelf.set(key, known);
    return known;
  };
  return {
    covering: async (question) => {
      const found = await Promise.all(chunksOf(question.span).map((span) => chunkOf({ ...question, span })));
      for (const oldest of [...minutes.keys()].slice(0, Math.max(0, minutes.size - MINUTE_CHUNKS_KEPT)))
        minutes.delete(oldest);
      return found;
    },
  };
}

/** Returns the whole chunks that cover a span; their boundaries do not depend on the caller. */
function chunksOf({ period, fromMs, toMs }: Span): Span[] {
  const firstMs = barStart(period, 0);
  const lengthMs = (BARS_A_CHUNK[period] ?? BARS_OF_OTHERS) * (barEnd(period, firstMs) - firstMs);
  const chunks: Span[] = [];
  for (let borderMs = Math.floor(fromMs / lengthMs) * lengthMs; borderMs < toMs; borderMs += lengthMs)
    chunks.push({ period, fromMs: barStart(period, borderMs), toMs: barStart(period, borderMs + lengthMs) });
  return chunks;
}
