import type { KlineBar, KlinePage, KlineSource, KlineState } from './kline-source.ts';
import { barChange, mergeBars, placeOf } from './merge-bars.ts';

/** Who draws: told what changed, at most once a frame. */
export type FeedView = {
  /** The series is another one, or changed before its end. */
  readonly redraw: () => void;
  /** The last bar changed or others followed it. */
  readonly extend: (bars: readonly KlineBar[]) => void;
  readonly state: (state: KlineState) => void;
  /** Runs something with the next frame; answers how to call it off. */
  readonly nextFrame: (run: () => void) => () => void;
};

/** A page of history that failed is asked for again after this, when the view is still at its edge. */
export const PAUSE_MS = 2_000;

export type Earlier = { readonly bars: readonly KlineBar[]; readonly hasMore: boolean };

/**
 * The series behind a chart: what was loaded and what came live, in one order. After `close` it neither asks nor tells,
 * so an answer that comes late belongs to nobody.
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

  /** All bars known, oldest first; none before the first answer, because a lone live bar is no chart. */
  get bars(): readonly KlineBar[] {
    return this.#bars;
  }

  /** Whether the series goes on before the bars known. */
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

  /** Tries at once what had failed. */
  retry(): void {
    if (this.#state === 'failed') void this.#loadNewest();
    this.#pause?.end();
  }

  /** Has the page before the first bar ready when it is asked for. */
  prepareEarlier(): void {
    if (this.hasMore) void this.#loadEarlier();
  }

  /** Bars before a moment. None and more to come means that loading failed; one may ask again. */
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

  /** Asks for one page at a time, whoever wants it. */
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

  /** What has been drawn is at least as new as a page that was on its way. */
  #keep(page: KlinePage): void {
    this.#isWhole = page.isFirst;
    this.#bars = mergeBars(page.bars, this.#bars);
  }

  /** A source that refuses is not asked again by every pixel of a drag. */
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
