import type { KlineBar, KlinePage, KlineSource, KlineState } from './kline-source.ts';
import { barChange, mergeBars, placeOf } from './merge-bars.ts';

/** Renderer of a feed, called on changes at most once a frame. */
export type FeedView = {
  /** The series was replaced, or changed before its last bar. */
  readonly redraw: () => void;
  /** The last bar changed or new bars followed it. */
  readonly extend: (bars: readonly KlineBar[]) => void;
  readonly state: (state: KlineState) => void;
  /** Runs a callback in the next frame; returns a function that cancels it. */
  readonly nextFrame: (run: () => void) => () => void;
};

/** Pause before a failed page of history is requested again, if the view is still at its edge. */
export const PAUSE_MS = 2_000;

export type Earlier = { readonly bars: readonly KlineBar[]; readonly hasMore: boolean };

/**
 * Series behind a chart: loaded and live bars in one order. After `close` it neither requests nor calls back, so late
 * responses are dropped.
 */
export class KlineFeed {
  #bars: readonly KlineBar[] = [];
  #live: readonly KlineBar[] = [];
  #state: KlineState = 'loading';
  #isWhole = false;
  #isClosed = false;
  #page: Promise<void> | undefined;
  #pause: { readonly end: () => void } | undefined;
  #stopListening: () => void = () => undefined;
  #callOff: (() => void) | undefined;
  readonly #source: KlineSource;
  readonly #view: FeedView;

  constructor(source: KlineSource, view: FeedView) {
    this.#source = source;
    this.#view = view;
  }

  /** All known bars, oldest first; empty before the first response, because a single live bar is no chart. */
  get bars(): readonly KlineBar[] {
    return this.#bars;
  }

  /** Whether there are bars before the known ones. */
  get hasMore(): boolean {
    return this.#bars.length > 0 && !this.#isWhole;
  }

  open(): void {
    this.#stopListening = this.#source.listen((bars) => this.#onBars(bars));
    void this.#loadNewest();
  }

  close(): void {
    this.#isClosed = true;
    this.#stopListening();
    this.#callOff?.();
    this.#pause?.end();
  }

  /** Retries at once whatever failed. */
  retry(): void {
    if (this.#state === 'failed') void this.#loadNewest();
    this.#pause?.end();
  }

  /** Prefetches the page before the first bar. */
  prepareEarlier(): void {
    if (this.hasMore) void this.#loadEarlier();
  }

  /** Returns the bars before a time. No bars with `hasMore` means that loading failed and may be retried. */
  async earlierThan(time: number): Promise<Earlier | undefined> {
    if (placeOf(this.#bars, time) === 0 && this.hasMore) await this.#loadEarlier();
    if (this.#isClosed) return undefined;
    return { bars: this.#bars.slice(0, placeOf(this.#bars, time)), hasMore: this.hasMore };
  }

  async #loadNewest(): Promise<void> {
    this.#emit('loading');
    const page = await this.#source.load(undefined).catch(() => undefined);
    if (this.#isClosed) return;
    if (page === undefined) return this.#emit('failed');
    this.#isWhole = page.isFirst;
    this.#bars = mergeBars(page.bars, this.#live);
    this.#live = [];
    this.#view.redraw();
    this.#emit('ready');
  }

  /** Loads one page at a time; concurrent callers share it. */
  #loadEarlier(): Promise<void> {
    this.#page ??= this.#requestEarlier().finally(() => {
      this.#page = undefined;
    });
    return this.#page;
  }

  async #requestEarlier(): Promise<void> {
    const page = await this.#source.load(this.#bars[0]?.time).catch(() => undefined);
    if (this.#isClosed) return;
    if (page === undefined) return this.#rest();
    this.#keep(page);
  }

  /** Merges a page under the known bars, which are at least as new as a page in flight. */
  #keep(page: KlinePage): void {
    this.#isWhole = page.isFirst;
    this.#bars = mergeBars(page.bars, this.#bars);
  }

  /** Waits after a failure, so that a drag does not send a request for every pixel. */
  #rest(): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#pause = undefined;
        resolve();
      };
      const timer = setTimeout(end, PAUSE_MS);
      this.#pause = { end };
    });
  }

  #onBars(bars: readonly KlineBar[]): void {
    if (this.#isClosed) return;
    this.#live = mergeBars(this.#live, bars);
    this.#callOff ??= this.#view.nextFrame(() => this.#apply());
  }

  #apply(): void {
    this.#callOff = undefined;
    if (this.#isClosed || this.#state !== 'ready') return;
    const change = barChange(this.#bars, this.#live);
    const first = this.#bars[0]?.time ?? 0;
    this.#bars = mergeBars(this.#bars, this.#live.slice(placeOf(this.#live, first)));
    this.#live = [];
    if (change.kind === 'end') this.#view.extend(change.bars);
    else if (change.kind === 'inside') this.#view.redraw();
  }

  #emit(state: KlineState): void {
    this.#state = state;
    this.#view.state(state);
  }
}
