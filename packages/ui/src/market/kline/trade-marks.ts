import type { KLineData, OverlayCreateFiguresCallbackParams, OverlayFigure, OverlayTemplate } from 'klinecharts';
import type { ChartPalette } from './chart-palette.ts';
import type { KlineTrade } from './kline-source.ts';
import { type TradedBar, tradedBars } from './trade-bars.ts';

export const TRADE_MARKS = 'trade-marks';

export type TradesDrawn = { readonly trades: readonly KlineTrade[]; readonly palette: ChartPalette };

type Params = OverlayCreateFiguresCallbackParams<TradesDrawn>;

/** From the candle to the tip, and the triangle. */
const GAP = 3;
const HALF = 4;
const RISE = 6;
const LETTER_SIZE = 10;
const LETTER_WEIGHT = 600;
/** All of it, from the candle on. */
const EXTENT = GAP + RISE + LETTER_SIZE + 1;

/** Marks of the bars in sight. */
function drawTrades(params: Params): OverlayFigure[] {
  const { chart, overlay } = params;
  const bars = chart.getDataList();
  const { from, to } = chart.getVisibleRange();
  return tradedBars(bars, overlay.extendData.trades).flatMap((mark) => {
    const bar = bars[mark.index];
    return bar === undefined || mark.index < from || mark.index > to ? [] : drawMark(params, mark, bar);
  });
}

/** A purchase points up from below its bar, a sale down from above it; at the edge of the pane both stay in it. */
function drawMark(params: Params, { index, side, letter }: TradedBar, bar: KLineData): OverlayFigure[] {
  const { overlay, bounding, xAxis, yAxis } = params;
  const { palette } = overlay.extendData;
  const x = xAxis?.convertToPixel(index) ?? 0;
  const edge = yAxis?.convertToPixel(endOf(params, side, bar)) ?? 0;
  const isBuy = side === 'buy';
  const down = isBuy ? 1 : -1;
  const start = isBuy ? Math.min(edge, bounding.height - EXTENT) : Math.max(edge, EXTENT);
  const tip = start + down * GAP;
  const foot = start + down * (GAP + RISE);
  const corners = [
    { x, y: tip },
    { x: x - HALF, y: foot },
    { x: x + HALF, y: foot },
  ];
  const color = isBuy ? palette.up : palette.down;
  const label = { x, y: foot + down, text: letter, align: 'center', baseline: isBuy ? 'top' : 'bottom' };
  const styles = {
    color,
    family: palette.font,
    size: LETTER_SIZE,
    weight: LETTER_WEIGHT,
    backgroundColor: 'transparent',
    paddingLeft: 0,
    paddingRight: 0,
    paddingTop: 0,
    paddingBottom: 0,
  };
  return [
    { type: 'polygon', attrs: { coordinates: corners }, styles: { style: 'fill', color }, ignoreEvent: true },
    { type: 'text', attrs: label, styles, ignoreEvent: true },
  ];
}

/** A line has no highs and lows. */
const endOf = ({ chart }: Params, side: KlineTrade['side'], { low, high, close }: KLineData) =>
  chart.getStyles().candle.type === 'area' ? close : side === 'buy' ? low : high;

/** One's own trades at the bars they happened in. */
export const tradeMarks: OverlayTemplate<TradesDrawn> = {
  name: TRADE_MARKS,
  totalStep: 2,
  lock: true,
  createPointFigures: drawTrades,
};
