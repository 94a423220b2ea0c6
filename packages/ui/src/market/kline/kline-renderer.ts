import { type Decimal, max, showPrice } from '@app/money';
import type { Chart, DataLoaderGetBarsParams, KLineData } from 'klinecharts';
import { type ChartPalette, paletteOf } from './chart-palette.ts';
import { AXIS_PAD, AXIS_SIZE, AXIS_WEIGHT, chartStyles } from './chart-styles.ts';
import { drawnBar } from './drawn-bar.ts';
import { KlineFeed } from './kline-feed.ts';
import type {
  CandleStyle,
  KlineBar,
  KlineDrag,
  KlineHandle,
  KlineIndicator,
  KlineMark,
  KlineParams,
  KlinePeriod,
  KlineSource,
  KlineState,
  KlineTrade,
} from './kline-source.ts';
import { isSameLegend, type KlineLegend, legendValues } from './legend-values.ts';
import { type Library, numberFormats } from './load-library.ts';
import { barAt } from './merge-bars.ts';
import { AIR_PX, fitOnDoubleTap, handleOf, replaceBars } from './renderer-moves.ts';
import {
  CANDLES,
  calmPriceAxis,
  setIndicators,
  setMarks,
  setPaneHeights,
  setTimes,
  setTrades,
} from './renderer-parts.ts';
import { tabularWidth } from './tabular-text.ts';
import { timeLabels } from './time-labels.ts';
import { zoneClock } from './zone-clock.ts';
import { BAR_SPACE, BAR_SPACE_MAX, BAR_SPACE_MIN } from './zoom-steps.ts';

export type Places = { readonly price: number; readonly volume: number };

export type RendererEvents = {
  readonly onState: (state: KlineState) => void;
  readonly onLegend: (legend: KlineLegend) => void;
  readonly onDrag: (drag: KlineDrag) => void;
};

/** History is prefetched once fewer than this many bars remain to the left. */
const AHEAD_BARS = 80;
const NO_PRICE = 0n as Decimal;

/** One library chart on one element, and the series it shows. It does nothing after `dispose`. */
export class KlineRenderer {
  readonly #chart: Chart;
  readonly #events: RendererEvents;
  readonly #element: HTMLElement;
  readonly #ends: (() => void)[] = [];
  #feed: KlineFeed | undefined;
  #push: ((bar: KLineData) => void) | undefined;
  #palette: ChartPalette;
  #style: CandleStyle = 'candle_solid';
  #indicators: readonly KlineIndicator[] = [];
  #params: KlineParams = {};
  #isDragReady = false;
  #isGone = false;
  #marks: readonly KlineMark[] = [];
  #trades: readonly KlineTrade[] = [];
  #places: Places = { price: 2, volume: 2 };
  #highest = NO_PRICE;
  #legend: KlineLegend | undefined;
  readonly handle: KlineHandle;

  constructor(library: Library, element: HTMLElement, events: RendererEvents) {
    this.#element = element;
    this.#events = events;
    this.#palette = this.#readPalette();
    this.#chart = makeChart(library, element);
    this.handle = handleOf(this.#chart);
    this.#ends.push(() => library.dispose(this.#chart), fitOnDoubleTap(this.#chart, element));
    this.#ends.push(
      onSize(element, (height) => setPaneHeights(this.#chart, height)),
      onFonts(() => this.dress()),
    );
    this.#chart.setStyles({
      candle: { tooltip: { title: { show: false }, legend: { template: this.#updateLegend } } },
    });
    this.#chart.subscribeAction('onVisibleRangeChange', this.#lookAhead);
    this.#chart.setDataLoader({
      getBars: (request) => void this.#giveBars(request),
      subscribeBar: ({ callback }) => {
        this.#push = callback;
      },
    });
  }

  dispose(): void {
    this.#isGone = true;
    this.#feed?.close();
    this.#chart.unsubscribeAction('onVisibleRangeChange', this.#lookAhead);
    for (const end of this.#ends.toReversed()) end();
  }

  /** Starts a series; closes the previous one at once, including its pending requests. */
  show(source: KlineSource, period: KlinePeriod, places: Places): void {
    this.#feed?.close();
    const feed = new KlineFeed(source, {
      redraw: () => this.#redraw(),
      extend: (bars) => this.#extend(bars),
      state: this.#events.onState,
      nextFrame,
    });
    this.#feed = feed;
    this.#places = places;
    this.#highest = NO_PRICE;
    this.#legend = undefined;
    this.#chart.setSymbol({ ticker: source.key, pricePrecision: places.price, volumePrecision: places.volume });
    this.#chart.setPeriod({ type: period.unit, span: period.count });
    feed.open();
  }

  retry(): void {
    this.#feed?.retry();
  }

  /** Reads the tokens again and redraws everything that has a colour; the series is unchanged. */
  dress(style: CandleStyle = this.#style): void {
    this.#palette = this.#readPalette();
    this.#style = style;
    this.#chart.setStyles(chartStyles(this.#palette, style));
    this.#widenAxis([], true);
    this.setIndicators(this.#indicators, this.#params);
    this.setMarks(this.#marks);
    this.setTrades(this.#trades);
  }

  setIndicators(indicators: readonly KlineIndicator[], params: KlineParams): void {
    this.#indicators = indicators;
    this.#params = params;
    setIndicators(this.#chart, { names: indicators, params, palette: this.#palette, precision: this.#places.price });
    setPaneHeights(this.#chart, this.#element.clientHeight);
  }

  setMarks(marks: readonly KlineMark[]): void {
    this.#marks = marks;
    const measure = (text: string) => widthOf(text, AXIS_WEIGHT, this.#palette.font);
    setMarks(this.#chart, { marks, precision: this.#places.price, palette: this.#palette, measure });
    if (marks.some(({ isMovable }) => isMovable)) void this.#prepareDrags();
  }

  /** Dragging is fetched with the first level that can be dragged. */
  async #prepareDrags(): Promise<void> {
    if (this.#isDragReady) return;
    this.#isDragReady = true;
    const { listenToDrags } = await import('./mark-drag.ts');
    if (this.#isGone) return;
    this.#ends.push(
      listenToDrags({
        chart: this.#chart,
        paneId: CANDLES,
        element: this.#element,
        places: () => this.#places.price,
        onDrag: this.#events.onDrag,
      }),
    );
  }

  /** Shows a text below the last price, and asks for it every second. */
  setCountdown(textNow: (() => string) | undefined): void {
    this.#chart.setFormatter({ formatExtendText: () => textNow?.() ?? '' });
  }

  setTrades(trades: readonly KlineTrade[]): void {
    this.#trades = trades;
    setTrades(this.#chart, { trades, palette: this.#palette });
  }

  setTimes(locale: string, timeZone: string, period: KlinePeriod): void {
    setTimes(this.#chart, { labels: timeLabels(locale, timeZone, period.unit), clock: zoneClock(timeZone), period });
  }

  /** Passes the bars of the feed to the library; earlier bars are passed once they are loaded. */
  async #giveBars({ type, timestamp, callback }: DataLoaderGetBarsParams): Promise<void> {
    const feed = this.#feed;
    if (type !== 'forward') return callback((feed?.bars ?? []).map(drawnBar), { forward: feed?.hasMore ?? false });
    const earlier = await feed?.earlierThan(timestamp ?? 0);
    if (earlier === undefined || feed !== this.#feed) return;
    this.#widenAxis(earlier.bars);
    callback(earlier.bars.map(drawnBar), { forward: earlier.hasMore });
  }

  #redraw(): void {
    const bars = this.#feed?.bars ?? [];
    this.#widenAxis(bars);
    if (this.#push === undefined || this.#chart.getDataList().length === 0) this.#chart.resetData();
    else replaceBars(this.#chart, bars.map(drawnBar), this.#push);
  }

  #extend(bars: readonly KlineBar[]): void {
    this.#widenAxis(bars);
    for (const bar of bars) this.#push?.(drawnBar(bar));
  }

  #widenAxis(bars: readonly KlineBar[], isForced = false): void {
    const highest = highestOf(bars, this.#highest);
    if (highest === this.#highest && !isForced) return;
    this.#highest = highest;
    const size = axisWidth(highest, this.#places.price, this.#palette.font);
    if (size !== this.#chart.getStyles().yAxis.size) this.#chart.setStyles({ yAxis: { size } });
  }

  readonly #lookAhead = (): void => {
    if (this.#chart.getVisibleRange().from < AHEAD_BARS) this.#feed?.prepareEarlier();
  };

  /** Called by the library on every draw with the bar to describe: the one under the crosshair, or the last. */
  readonly #updateLegend = ({ current }: { current: KLineData | null }): [] => {
    const bars = this.#feed?.bars ?? [];
    const bar = current === null ? undefined : barAt(bars, current.timestamp);
    if (bar === undefined) return [];
    const index = this.#chart.getDataList().length - (bars.length - bars.indexOf(bar));
    const values = legendValues(this.#chart.getIndicators({ paneId: CANDLES }), index, this.#places.price);
    const legend = { bar, isLast: bar === bars.at(-1), values };
    if (!isSameLegend(this.#legend, legend)) this.#events.onLegend(legend);
    this.#legend = legend;
    return [];
  };

  #readPalette(): ChartPalette {
    const styles = getComputedStyle(this.#element);
    return paletteOf((token) => styles.getPropertyValue(token));
  }
}

/** Heaviest font weight at the axis: the tag of the last price. */
const WEIGHT = 600;
const LEAST = 52;

/** Returns the highest price, which has the most digits. */
const highestOf = (bars: readonly KlineBar[], known: Decimal): Decimal =>
  bars.reduce((highest, { high }) => max(high, highest), known);

let pen: CanvasRenderingContext2D | null | undefined;

/** Returns the width of a text at the axis. */
function widthOf(text: string, weight: number, font: string): number {
  pen ??= document.createElement('canvas').getContext('2d');
  if (pen === null) return 0;
  pen.font = `${weight} ${AXIS_SIZE}px ${font}`;
  return tabularWidth(pen, text);
}

/** Returns the width of the price axis for a price, so that it does not change while digits do. */
const axisWidth = (highest: Decimal, precision: number, font: string): number =>
  Math.max(LEAST, Math.ceil(widthOf(showPrice(highest, precision), WEIGHT, font)) + 2 * AXIS_PAD);

/** Creates a library chart on an element with the defaults of all charts. */
function makeChart(library: Library, element: HTMLElement): Chart {
  const { thousandsSeparator, decimalFold, formatBigNumber } = numberFormats;
  const chart = library.init(element, {
    thousandsSeparator,
    decimalFold,
    formatter: { formatBigNumber },
    hotkey: { enabled: false },
    layout: { barSpaceLimit: { min: BAR_SPACE_MIN, max: BAR_SPACE_MAX } },
  });
  if (chart === null) throw new Error('the chart has no place');
  // Buttons replace keyboard control; a canvas in the tab order would be a stop without any action.
  if (element.firstElementChild instanceof HTMLElement) element.firstElementChild.tabIndex = -1;
  chart.setBarSpace(BAR_SPACE);
  chart.setOffsetRightDistance(AIR_PX);
  calmPriceAxis(chart);
  return chart;
}

/** Runs a callback in the next frame; returns a function that cancels it. */
function nextFrame(run: () => void): () => void {
  const frame = requestAnimationFrame(run);
  return () => cancelAnimationFrame(frame);
}

function onSize(element: HTMLElement, act: (height: number) => void): () => void {
  const observer = new ResizeObserver(() => act(element.clientHeight));
  observer.observe(element);
  return () => observer.disconnect();
}

/** Calls back when fonts finish loading, because a canvas does not redraw by itself. */
function onFonts(act: () => void): () => void {
  document.fonts.addEventListener('loadingdone', act);
  return () => document.fonts.removeEventListener('loadingdone', act);
}
