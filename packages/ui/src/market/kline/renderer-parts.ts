import { showPrice } from '@app/money';
import type {
  AxisTick,
  Chart,
  IndicatorCreate,
  IndicatorCreateTooltipDataSourceCallback,
  IndicatorTooltipData,
} from 'klinecharts';
import { stretchRange } from './axis-range.ts';
import { calmTicks } from './axis-ticks.ts';
import type { ChartPalette } from './chart-palette.ts';
import { drawnNumber } from './drawn-bar.ts';
import { indicatorStyles, inOrder, planOf, usualParams } from './indicators.ts';
import type { KlineIndicator, KlineMark, KlineParams, KlinePeriod } from './kline-source.ts';
import { legendValues } from './legend-values.ts';
import { paneHeights } from './pane-heights.ts';
import { marksOf, PRICE_MARKS, tagWidth } from './price-marks.ts';
import type { TimeLabels } from './time-labels.ts';
import { periodMs, timeTicks } from './time-ticks.ts';
import { TRADE_MARKS, type TradesDrawn } from './trade-marks.ts';
import type { ZoneClock } from './zone-clock.ts';

export const CANDLES = 'candle_pane';
const TICK_PX = 64;
const EDGE_PX = 18;

type Shown = {
  readonly names: readonly KlineIndicator[];
  readonly params: KlineParams;
  readonly palette: ChartPalette;
  readonly precision: number;
};

/** Shows exactly these indicators; those already shown are kept. */
export function setIndicators(chart: Chart, { names, params, palette, precision }: Shown): void {
  const shown = chart.getIndicators().map(({ name }) => name);
  for (const name of shown) if (!names.some((wanted) => wanted === name)) chart.removeIndicator({ name });
  inOrder(names).forEach((name, order) => {
    const look = {
      name,
      styles: indicatorStyles(name, palette),
      calcParams: [...(params[name] ?? usualParams(name))],
      precision: planOf(name).places ?? precision,
      createTooltipDataSource: paneLabels(palette),
    };
    if (shown.includes(name)) chart.overrideIndicator(look);
    else addIndicator(chart, look, order);
  });
}

type Look = Pick<IndicatorCreate, 'styles' | 'precision' | 'calcParams' | 'createTooltipDataSource'> & {
  name: KlineIndicator;
};

function addIndicator(chart: Chart, look: Look, order: number): void {
  const { place } = planOf(look.name);
  const paneId = place === 'price' ? CANDLES : look.name;
  chart.createIndicator({ ...look, paneId }, true);
  if (place === 'price') return;
  const isFoot = look.name === 'VOL';
  chart.setPaneOptions({ id: paneId, order: order + 1, minHeight: 24, dragEnabled: false });
  const gap = isFoot ? { top: 4, bottom: 0 } : { top: 20, bottom: 4 };
  chart.overrideYAxis({ paneId, gap, scrollZoomEnabled: false, createTicks: isFoot ? () => [] : endsOf });
}

/** Keeps only the first and last tick: a small pane has its scale at both ends and no grid between. */
const endsOf = ({ defaultTicks }: { defaultTicks: AxisTick[] }) =>
  defaultTicks.filter((_, index) => index === 0 || index === defaultTicks.length - 1);

export function setPaneHeights(chart: Chart, total: number): void {
  const panes = chart.getIndicators().flatMap(({ paneId }) => (paneId === CANDLES ? [] : [paneId]));
  for (const [id, height] of paneHeights(total, panes)) chart.setPaneOptions({ id, height });
}

type Marks = {
  readonly marks: readonly KlineMark[];
  readonly precision: number;
  readonly palette: ChartPalette;
  /** Returns the width of a text at the axis. */
  readonly measure: (text: string) => number;
};

/** Draws all levels as one overlay, because their tags make space for one another. */
export function setMarks(chart: Chart, { marks, precision, palette, measure }: Marks): void {
  chart.removeOverlay({ name: PRICE_MARKS });
  const drawn = marks.map(({ id, kind, label, value, anchor, isMovable }) => ({
    id,
    kind,
    label,
    value: drawnNumber(value),
    price: showPrice(value, precision),
    anchor: drawnNumber(anchor ?? value),
    isMovable: isMovable === true,
    width: tagWidth(label, measure),
  }));
  if (drawn.length > 0)
    chart.createOverlay({
      name: PRICE_MARKS,
      id: PRICE_MARKS,
      points: [{ value: 0 }],
      extendData: { marks: drawn, palette },
    });
  chart.setStyles({}); // Hides axis labels under marks.
}

/** Draws all trades as one overlay, because the bar each belongs to changes with every page of history. */
export function setTrades(chart: Chart, drawn: TradesDrawn): void {
  chart.removeOverlay({ name: TRADE_MARKS });
  if (drawn.trades.length > 0)
    chart.createOverlay({ name: TRADE_MARKS, id: TRADE_MARKS, points: [{ value: 0 }], extendData: drawn });
}

/** Sets the range and the labels of the price axis; without a bar there is no price to label. */
export function calmPriceAxis(chart: Chart): void {
  chart.overrideYAxis({
    paneId: CANDLES,
    gap: { top: 14, bottom: 12 },
    createTicks: ({ defaultTicks }) => {
      const last = chart.getDataList().at(-1);
      const [axis] = chart.getYAxes({ paneId: CANDLES });
      if (last === undefined || axis === undefined) return [];
      const levels = marksOf(chart).map(({ value }) => axis.convertToPixel(value));
      return calmTicks(defaultTicks, [axis.convertToNicePixel(last.close), ...levels]);
    },
    createRange: ({ defaultRange }) => {
      const own = marksOf(chart).filter(({ kind }) => kind !== 'open' && kind !== 'order');
      const [from, to] = stretchRange(
        defaultRange.from,
        defaultRange.to,
        own.map(({ anchor }) => anchor),
      );
      const range = to - from;
      const real = { realFrom: from, realTo: to, realRange: range };
      return { from, to, range, ...real, displayFrom: from, displayTo: to, displayRange: range };
    },
  });
}

type Times = { readonly labels: TimeLabels; readonly clock: ZoneClock; readonly period: KlinePeriod };

export function setTimes(chart: Chart, { labels, clock, period }: Times): void {
  chart.setFormatter({ formatDate: ({ timestamp }) => labels.moment(timestamp) });
  chart.overrideXAxis({
    createTicks: ({ bounding }) => {
      const { from, to } = chart.getVisibleRange();
      const before = Math.max(0, from - 1);
      const starts = chart
        .getDataList()
        .slice(before, to)
        .map(({ timestamp }) => timestamp);
      const gap = TICK_PX / chart.getBarSpace().bar;
      return timeTicks({ starts, barMs: periodMs(period), gap, clock }).flatMap(({ index, time, kind }) => {
        const coord = pixelOf(chart, before + index);
        const isWhole = coord >= EDGE_PX && coord <= bounding.width - EDGE_PX / 2;
        return isWhole ? [{ coord, value: time, text: labels.tick(time, kind) }] : [];
      });
    },
  });
}

/** Returns the distance of a bar from the left edge. */
export function pixelOf(chart: Chart, dataIndex: number): number {
  const [point] = [chart.convertToPixel({ dataIndex }, { paneId: CANDLES })].flat();
  return point?.x ?? 0;
}

const SILENT: IndicatorTooltipData = { name: '', calcParamsText: '', features: [], legends: [] };

/** Returns the label in the corner of a pane below the candles. Overlays are named in the line above the candles. */
const paneLabels =
  ({ first, second, faintInk }: ChartPalette): IndicatorCreateTooltipDataSourceCallback<unknown> =>
  ({ indicator, crosshair }) => {
    if (indicator.name === 'VOL' || planOf(indicator.name as KlineIndicator).place === 'price') return SILENT;
    // RSI needs a name per line; the library only numbers them.
    const isMany = indicator.name === 'RSI';
    const values = legendValues([indicator], crosshair.dataIndex ?? -1, indicator.precision);
    const legends = values.map(({ name, text, series }, index) => {
      const isLine = indicator.figures[index]?.type === 'line';
      const color = !isLine ? faintInk : series === 1 ? first : second;
      return {
        title: { text: `${isMany ? `${indicator.name}${indicator.calcParams[index]}` : name} `, color },
        value: { text, color },
      };
    });
    if (isMany) return { ...SILENT, legends };
    return { ...SILENT, name: indicator.name, calcParamsText: ` ${indicator.calcParams.join(' ')}`, legends };
  };
