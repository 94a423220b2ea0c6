import { faded } from '../kline/chart-palette.ts';
import { tabularWidth, writeTabular } from '../kline/tabular-text.ts';
import { type BookArea, rowTop } from './book-areas.ts';
import type { BookLook } from './book-look.ts';
import type { BookRow, BookRows } from './book-rows.ts';
import type { RowPosition } from './row-at.ts';

/** Everything one drawing shows. */
export type BookScene = {
  readonly areas: readonly BookArea[];
  readonly rows: BookRows;
  readonly look: BookLook;
  /** Row selected by the keyboard. */
  readonly cursor: RowPosition | undefined;
};

/** Space left of the levels for the marks of the user's own orders. */
export const BLEED = 8;

const TINT = 0.14;
const INSET = 1;
const ROUND = 2;
/** Distance from the middle of a row to the baseline of its figures. */
const FOOT = 4.5;
const MARK = { width: 3, height: 6 };

/** Canvas pen that caches text widths: measuring costs more than drawing, and there are few distinct runs. */
export type Brush = {
  readonly pen: CanvasRenderingContext2D;
  readonly font: string;
  measureText(text: string): { width: number };
  fillText(text: string, x: number, y: number): void;
};

export function createBrush(canvas: HTMLCanvasElement, family: string): Brush | undefined {
  const pen = canvas.getContext('2d');
  if (pen === null) return undefined;
  const widths = new Map<string, { width: number }>();
  const measureText = (text: string) => {
    const known = widths.get(text) ?? { width: pen.measureText(text).width };
    widths.set(text, known);
    return known;
  };
  return { pen, font: `500 12px ${family}`, measureText, fillText: (text, x, y) => pen.fillText(text, x, y) };
}

/** Clears and sizes the canvas, and sets the font again, because resizing a canvas resets it. */
export function prepare({ pen, font }: Brush, size: { width: number; height: number; sharp: number }): void {
  const { canvas } = pen;
  const width = Math.round(size.width * size.sharp);
  const height = Math.round(size.height * size.sharp);
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  pen.font = font;
  pen.setTransform(size.sharp, 0, 0, size.sharp, BLEED * size.sharp, 0);
  pen.clearRect(-BLEED, 0, size.width, size.height);
}

/** One row of an order book and where it is drawn. */
type Line = { readonly area: BookArea; readonly row: BookRow; readonly top: number; readonly look: BookLook };

export function drawBook(brush: Brush, { areas, rows, look, cursor }: BookScene): void {
  for (const area of areas)
    rows[area.side].forEach((row, index) => {
      const line = { area, row, look, top: rowTop(area, index, look.rowHeight) };
      drawBar(brush.pen, line);
      if (row.isOwn) drawOwn(brush.pen, line);
      if (cursor?.side === area.side && cursor.index === index) drawCursor(brush.pen, line);
      writeRow(brush, line);
    });
}

const toneOf = ({ area, look }: Line) => (area.side === 'bid' ? look.up : look.down);

function drawBar(pen: CanvasRenderingContext2D, line: Line): void {
  const { area, row, top, look } = line;
  const width = area.width * row.share;
  const isLeft = area.bars === 'left';
  pen.fillStyle = faded(toneOf(line), TINT);
  pen.beginPath();
  const corners = isLeft ? [0, ROUND, ROUND, 0] : [ROUND, 0, 0, ROUND];
  pen.roundRect(isLeft ? area.x : area.x + area.width - width, top + INSET, width, look.rowHeight - 2 * INSET, corners);
  pen.fill();
}

function drawOwn(pen: CanvasRenderingContext2D, { area, top, look }: Line): void {
  pen.fillStyle = look.brand;
  pen.beginPath();
  pen.roundRect(area.x - BLEED, top + (look.rowHeight - MARK.height) / 2, MARK.width, MARK.height, 1);
  pen.fill();
}

function drawCursor(pen: CanvasRenderingContext2D, { area, top, look }: Line): void {
  pen.strokeStyle = look.brand;
  pen.lineWidth = 1;
  pen.strokeRect(area.x + 0.5, top + 0.5, area.width - 1, look.rowHeight - 1);
}

function writeRow(brush: Brush, line: Line): void {
  const { area, row, top, look } = line;
  const y = top + look.rowHeight / 2 + FOOT;
  const atRight = (text: string) => area.x + area.width - tabularWidth(brush, text);
  const [left, right] = area.prices === 'left' ? [row.priceText, row.amountText] : [row.amountText, row.priceText];
  const inks = area.prices === 'left' ? [toneOf(line), look.ink] : [look.ink, toneOf(line)];
  brush.pen.fillStyle = inks[0] ?? look.ink;
  writeTabular(brush, left, { x: area.x, y });
  brush.pen.fillStyle = inks[1] ?? look.ink;
  writeTabular(brush, right, { x: atRight(right), y });
}
