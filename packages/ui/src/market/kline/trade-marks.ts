import type { KLineData, OverlayCreateFiguresCallbackParams, OverlayFigure, OverlayTemplate } from 'klinecharts';
import type { ChartPalette } from './chart-palette.ts';
import type { KlineTrade } from './kline-source.ts';
import { type TradedBar, tradedBars } from './trade-bars.ts';

export const TRADE_MARKS = 'trade-marks';

export type TradesDrawn = { readonly trades: readonly KlineTrade[]; readonly palette: ChartPalette };

type Params = OverlayCreateFiguresCallbackParams<TradesDrawn>;

/** Distance from the candle to the tip, and the size of the triangle. */
const GAP = 3;
const HALF = 4;
const RISE = 6;
const LETTER_SIZE = 10;
const LETTER_WEIGHT = 600;
/** Total height of a mark, from the candle on. */
const EXTENT = GAP + RISE + LETTER_SIZE + 1;

/** Draws the marks of the visible bars. */
function drawTrades(params: Params): OverlayFigure[] {
  const { chart, overlay } = params;
  const bars = chart.getDataList();
  const { from, to } = chart.getVisibleRange();
  return tradedBars(bars, overlay.extendData.trades).flatMap((mark) => {
    const bar = bars[mark.index];
    return bar === undefined || mark.index < from || mark.index > to ? [] : drawMark(params, mark, bar);
  });
}

/** Draws a buy pointing up from below its bar and a sell pointing down from above it; both stay inside the pane. */
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

/** Returns the price a mark is attached to; a line chart has no highs and lows, so it uses the close. */
const endOf = ({ chart }: Params, side: KlineTrade['side'], { low, high, close }: KLineData) =>
  chart.getStyles().candle.type === 'area' ? close : side === 'buy' ? low : high;

/** Overlay for the user's own trades, at the bars in which they happened. */
export const tradeMarks: OverlayTemplate<TradesDrawn> = {
  name: TRADE_MARKS,
  totalStep: 2,
  lock: true,
  createPointFigures: drawTrades,
};
