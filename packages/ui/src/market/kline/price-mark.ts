import type { OverlayCreateFiguresCallbackParams, OverlayFigure, OverlayTemplate, TextStyle } from 'klinecharts';
import { type ChartPalette, faded } from './chart-palette.ts';
import { AXIS_PAD, AXIS_SIZE, AXIS_WEIGHT } from './chart-styles.ts';
import type { KlineMark } from './kline-source.ts';

export const PRICE_MARK = 'price-mark';

/** Mark with everything needed to draw it. */
export type DrawnMark = {
  readonly kind: KlineMark['kind'];
  readonly label: string;
  readonly price: string;
  readonly palette: ChartPalette;
};

type Params = OverlayCreateFiguresCallbackParams<DrawnMark>;

const DASH = [4, 3];
const EDGE = 8;
/** Opacity of the background behind a label that is drawn over candles. */
const VEIL = 0.7;
/** Half the height of the last price's tag plus half the height of a label: any closer, one would cover the other. */
const CLEAR = 15;

const inkOf = ({ kind, palette }: DrawnMark) =>
  ({ open: palette.mark, order: palette.brand, danger: palette.warn })[kind];

const textOf = ({ palette }: DrawnMark): Partial<TextStyle> => ({
  family: palette.font,
  size: AXIS_SIZE,
  weight: AXIS_WEIGHT,
  paddingTop: 3,
  paddingBottom: 3,
  borderRadius: 4,
});

/** Half the height of a tag, which the edge of its pane never cuts off. */
const HALF = 9;
const within = (y: number, height: number) => Math.min(Math.max(y, HALF), height - HALF);

/**
 * Draws a level: the day's open is a solid line with its name above it, the user's own levels are dashed lines with a
 * tag.
 */
function drawLevel({ overlay, coordinates, bounding }: Params): OverlayFigure[] {
  const y = coordinates[0]?.y ?? -1;
  if (y < 0 || y > bounding.height) return [];
  const mark = overlay.extendData;
  const isOpen = mark.kind === 'open';
  const line = { color: inkOf(mark), size: 1, style: isOpen ? 'solid' : 'dashed', dashedValue: DASH };
  const label = isOpen
    ? {
        color: mark.palette.faintInk,
        backgroundColor: faded(mark.palette.ground, VEIL),
        paddingLeft: 4,
        paddingRight: 4,
      }
    : { color: mark.palette.ink, backgroundColor: mark.palette.tag, paddingLeft: 6, paddingRight: 6 };
  const place = isOpen
    ? { x: bounding.width - EDGE / 2, y: y - 1, align: 'right', baseline: y < AXIS_SIZE * 2 ? 'top' : 'bottom' }
    : { x: EDGE, y: within(y, bounding.height), align: 'left', baseline: 'middle' };
  const ends = [
    { x: 0, y },
    { x: bounding.width, y },
  ];
  return [
    { type: 'line', attrs: { coordinates: ends }, styles: line, ignoreEvent: true },
    { type: 'text', attrs: { ...place, text: mark.label }, styles: { ...textOf(mark), ...label }, ignoreEvent: true },
  ];
}

/** Draws the mark's price at the axis, unless the last price is there. */
function drawPrice({ chart, overlay, coordinates, bounding, yAxis }: Params): OverlayFigure[] {
  const y = coordinates[0]?.y ?? -1;
  const last = chart.getDataList().at(-1)?.close;
  const isCovered = last !== undefined && yAxis !== null && Math.abs(yAxis.convertToNicePixel(last) - y) < CLEAR;
  if (y < 0 || y > bounding.height || isCovered) return [];
  const mark = overlay.extendData;
  const styles = {
    ...textOf(mark),
    color: mark.kind === 'open' ? mark.palette.softInk : inkOf(mark),
    backgroundColor: mark.palette.ground,
    paddingLeft: AXIS_PAD,
    paddingRight: AXIS_PAD,
  };
  const attrs = { x: 0, y: within(y, bounding.height), text: mark.price, align: 'left', baseline: 'middle' };
  return [{ type: 'text', attrs, styles, ignoreEvent: true }];
}

/** Overlay for one level across the chart: a line, its label, and its price at the axis. */
export const priceMark: OverlayTemplate<DrawnMark> = {
  name: PRICE_MARK,
  totalStep: 2,
  lock: true,
  createPointFigures: drawLevel,
  createYAxisFigures: drawPrice,
};
