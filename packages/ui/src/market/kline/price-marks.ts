import type { Chart, OverlayCreateFiguresCallbackParams, OverlayFigure, OverlayTemplate, TextStyle } from 'klinecharts';
import { type ChartPalette, faded } from './chart-palette.ts';
import { AXIS_PAD, AXIS_SIZE, AXIS_WEIGHT } from './chart-styles.ts';
import type { KlineMark } from './kline-source.ts';
import { type PlacedTag, placeTags, TAG_HALF } from './place-tags.ts';

export const PRICE_MARKS = 'price-marks';

/** Mark with everything needed to draw it. Its number is precise enough for pixels only. */
export type DrawnMark = Pick<KlineMark, 'id' | 'kind' | 'label'> & {
  readonly value: number;
  readonly price: string;
  /** Value that the price axis makes space for. */
  readonly anchor: number;
  readonly isMovable: boolean;
  /** Width of its tag, with the arrow of a level that is out of view. */
  readonly width: number;
};

export type MarksDrawn = { readonly marks: readonly DrawnMark[]; readonly palette: ChartPalette };

type Params = OverlayCreateFiguresCallbackParams<MarksDrawn>;
type Looks = { readonly line: string; readonly tag: string; readonly ink: string; readonly axis: string };

const DASH = [4, 3];
const EDGE = 8;
const TAG_PAD = 6;
/** Opacity of the background behind a label that is drawn over candles. */
const VEIL = 0.7;
/** Half the height of the last price's tag plus half the height of a label: any closer, one would cover the other. */
const CLEAR = 15;

/** Returns the colours of a level: its line, its tag, the text on the tag, and the tag at the axis. */
function looksOf(kind: KlineMark['kind'], palette: ChartPalette): Looks {
  const { brand, onBrand, warn, tag, ink, softInk, ground } = palette;
  if (kind === 'entry') return { line: brand, tag: brand, ink: onBrand, axis: brand };
  if (kind === 'danger') return { line: warn, tag: warn, ink: ground, axis: warn };
  if (kind === 'stop') return { line: softInk, tag, ink, axis: tag };
  return { line: brand, tag, ink, axis: ground };
}

const textOf = ({ font }: ChartPalette): Partial<TextStyle> => ({
  family: font,
  size: AXIS_SIZE,
  weight: AXIS_WEIGHT,
  paddingTop: 3,
  paddingBottom: 3,
  borderRadius: 4,
});

const within = (y: number, height: number) => Math.min(Math.max(y, TAG_HALF), height - TAG_HALF);

/** Returns the drawn marks of a chart. */
export const marksOf = (chart: Chart): readonly DrawnMark[] =>
  (chart.getOverlays({ name: PRICE_MARKS })[0]?.extendData as MarksDrawn | undefined)?.marks ?? [];

type Pane = { readonly height: number; readonly width: number; readonly toPixel: (value: number) => number };

/** Returns where the tags of the user's own levels are drawn; also where a pointer finds them. */
export const tagsIn = (
  marks: readonly DrawnMark[],
  { height, width, toPixel }: Pane,
): readonly PlacedTag<DrawnMark>[] =>
  placeTags(
    marks
      .filter(({ kind }) => kind !== 'open')
      .map((mark) => {
        const y = toPixel(mark.value);
        const rows = y < 0 ? 'down' : y > height ? 'up' : undefined;
        return { mark, y: within(y, height), width: mark.width, rows } as const;
      })
      // Those at the edge have rows to move to, those on their lines have not.
      .sort((one, other) => Number(one.rows !== undefined) - Number(other.rows !== undefined)),
    { left: EDGE, right: width },
  );

function drawLevels({ overlay, bounding, yAxis }: Params): OverlayFigure[] {
  const { marks, palette } = overlay.extendData;
  const toPixel = (value: number) => yAxis?.convertToPixel(value) ?? -1;
  const tags = tagsIn(marks, { ...bounding, toPixel });
  const lines = marks.flatMap((mark) => drawLine(mark, toPixel(mark.value), { bounding, palette }));
  return [...lines, ...tags.map(({ mark, x, y }) => drawTag(mark, { x, y, at: toPixel(mark.value) }, palette))];
}

type Plot = { readonly bounding: Params['bounding']; readonly palette: ChartPalette };

/** Draws a line: solid for the day's open, with its name above it, dashed for the user's own levels. */
function drawLine({ kind, label }: DrawnMark, y: number, { bounding, palette }: Plot): OverlayFigure[] {
  if (y < 0 || y > bounding.height) return [];
  const isOpen = kind === 'open';
  const color = isOpen ? palette.mark : looksOf(kind, palette).line;
  const ends = [
    { x: 0, y },
    { x: bounding.width, y },
  ];
  const styles = { color, size: 1, style: isOpen ? 'solid' : 'dashed', dashedValue: DASH };
  const line = { type: 'line', attrs: { coordinates: ends }, styles, ignoreEvent: true };
  if (!isOpen) return [line];
  const baseline = y < AXIS_SIZE * 2 ? 'top' : 'bottom';
  const name = {
    type: 'text',
    attrs: { x: bounding.width - EDGE / 2, y: y - 1, align: 'right', baseline, text: label },
    styles: {
      ...textOf(palette),
      color: palette.faintInk,
      backgroundColor: faded(palette.ground, VEIL),
      paddingLeft: 4,
      paddingRight: 4,
    },
    ignoreEvent: true,
  };
  return [line, name];
}

/** Draws a tag on its line; at the edge, with an arrow, if the level is out of view. */
function drawTag(mark: DrawnMark, { x, y, at }: { x: number; y: number; at: number }, palette: ChartPalette) {
  const { tag, ink } = looksOf(mark.kind, palette);
  const arrow = at < y - TAG_HALF ? '↑ ' : at > y + TAG_HALF ? '↓ ' : '';
  return {
    type: 'text',
    attrs: { x, y, align: 'left', baseline: 'middle', text: `${arrow}${mark.label}` },
    styles: { ...textOf(palette), color: ink, backgroundColor: tag, paddingLeft: TAG_PAD, paddingRight: TAG_PAD },
    ignoreEvent: true,
  };
}

/** Draws the prices of the marks at the axis, except where the last price or another of them is. */
function drawPrices({ chart, overlay, bounding, yAxis }: Params): OverlayFigure[] {
  const { marks, palette } = overlay.extendData;
  const last = chart.getDataList().at(-1)?.close;
  if (yAxis === null) return [];
  const taken = last === undefined ? [] : [yAxis.convertToNicePixel(last)];
  return marks.flatMap(({ kind, value, price }) => {
    const y = yAxis.convertToPixel(value);
    const isCovered = taken.some((other) => Math.abs(other - y) < CLEAR);
    if (y < 0 || y > bounding.height || isCovered) return [];
    taken.push(y);
    const { axis, ink, line } = looksOf(kind, palette);
    const onGround = kind === 'open' ? palette.softInk : line;
    const styles = {
      ...textOf(palette),
      color: axis === palette.ground ? onGround : ink,
      backgroundColor: kind === 'open' ? palette.ground : axis,
      paddingLeft: AXIS_PAD,
      paddingRight: AXIS_PAD,
    };
    const attrs = { x: 0, y: within(y, bounding.height), text: price, align: 'left', baseline: 'middle' };
    return [{ type: 'text', attrs, styles, ignoreEvent: true }];
  });
}

/** Overlay for all levels across the chart: their lines, their tags side by side, and their prices at the axis. */
export const priceMarks: OverlayTemplate<MarksDrawn> = {
  name: PRICE_MARKS,
  totalStep: 2,
  lock: true,
  createPointFigures: drawLevels,
  createYAxisFigures: drawPrices,
};

const ARROW = '↑ ';

/** Returns the width of a tag; `measure` that of a text in its font. */
export const tagWidth = (label: string, measure: (text: string) => number): number =>
  Math.ceil(measure(`${ARROW}${label}`)) + 2 * TAG_PAD;
