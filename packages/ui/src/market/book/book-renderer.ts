import { createThrottle } from '../../data/throttle.ts';
import { faded } from '../kline/chart-palette.ts';
import { tabularWidth, writeTabular } from '../kline/tabular-text.ts';
import { type BookArea, type BookPlan, bookAreas, rowsOfSides, rowTop } from './book-areas.ts';
import { type BookRow, type BookRows, type BookShape, bookRows } from './book-rows.ts';
import type { BookPosition, BookSource } from './book-source.ts';
import { type RowPosition, rowAt } from './row-at.ts';

/** Settings a page passes in; the stage reads its size and colours itself. */
export type BookShown = Omit<BookPlan, 'rowHeight' | 'width'> & Omit<BookShape, 'rows'>;

const PAINT_EVERY_MS = 100;
const NO_ROWS: BookRows = { bid: [], ask: [] };

/**
 * Order book on a canvas. Updates of the source are painted outside React, at most ten times a second, and only if they
 * change what is displayed.
 */
export class BookRenderer {
  readonly #canvas: HTMLCanvasElement;
  readonly #source: BookSource;
  readonly #endings: readonly (() => void)[];
  #shown: BookShown;
  #look: BookLook;
  #rows = NO_ROWS;
  #cursor: RowPosition | undefined;
  #painted = '';
  #size = { width: 0, height: 0 };
  #brush: Brush | undefined;

  constructor(canvas: HTMLCanvasElement, source: BookSource, shown: BookShown) {
    this.#canvas = canvas;
    this.#source = source;
    this.#shown = shown;
    this.#look = bookLook(canvas);
    const paints = createThrottle(PAINT_EVERY_MS, () => this.#paint(), { moment: 'frame' });
    const sizes = new ResizeObserver(() => this.#dress());
    sizes.observe(canvas);
    this.#endings = [
      source.listen(paints.trigger),
      () => paints.stop(),
      () => sizes.disconnect(),
      watchLook(() => this.#dress()),
    ];
    this.#dress();
  }

  /** Applies new settings and repaints at once if they differ from the current ones. */
  show(shown: BookShown): void {
    if (snapshotOf(shown) === snapshotOf(this.#shown)) return;
    this.#shown = shown;
    this.#paint();
  }

  /** Returns the level at a point, measured from the upper left corner. */
  levelAt(point: { x: number; y: number }): BookPosition | undefined {
    const row = rowAt(bookAreas(this.#plan()), this.#look.rowHeight, point);
    return row && this.levelOf(row);
  }

  levelOf({ side, index }: RowPosition): BookPosition | undefined {
    const row = this.#rows[side][index];
    return row && { side, price: row.price };
  }

  /** Rows currently displayed. */
  get rows(): BookRows {
    return this.#rows;
  }

  get cursor(): RowPosition | undefined {
    return this.#cursor;
  }

  set cursor(row: RowPosition | undefined) {
    this.#cursor = row;
    this.#paint();
  }

  dispose(): void {
    for (const end of this.#endings) end();
  }

  #plan(): BookPlan {
    return { ...this.#shown, rowHeight: this.#look.rowHeight, width: this.#size.width - BLEED };
  }

  /** Reads size, colours and font; called only when one of them changes. */
  #dress(): void {
    this.#size = { width: this.#canvas.clientWidth, height: this.#canvas.clientHeight };
    this.#look = bookLook(this.#canvas);
    this.#brush = createBrush(this.#canvas, this.#look.font);
    this.#painted = '';
    this.#paint();
  }

  #paint(): boolean {
    const levels = this.#source.read();
    const { view, layout, rows } = this.#shown;
    const sides = layout === 'wide' ? { bid: rows, ask: rows } : rowsOfSides(view, rows);
    this.#rows = levels === undefined ? NO_ROWS : bookRows(levels, { ...this.#shown, rows: sides });
    const snapshot = `${snapshotOf(this.#shown)}\n${JSON.stringify([levels !== undefined, this.#rows, this.#cursor], bigintAsText)}`;
    if (snapshot === this.#painted || this.#size.width <= 0) return false;
    this.#painted = snapshot;
    this.#canvas.dataset.book = levels === undefined ? 'waiting' : 'ready';
    this.#draw();
    return true;
  }

  #draw(): void {
    if (this.#brush === undefined) return;
    const { width, height } = this.#size;
    prepare(this.#brush, { width, height, sharp: devicePixelRatio });
    drawBook(this.#brush, {
      areas: bookAreas(this.#plan()),
      rows: this.#rows,
      look: this.#look,
      cursor: this.#cursor,
    });
  }
}

const bigintAsText = (_key: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value);

const snapshotOf = (shown: BookShown): string => JSON.stringify(shown, bigintAsText);

/** Everything one drawing shows. */
type BookScene = {
  readonly areas: readonly BookArea[];
  readonly rows: BookRows;
  readonly look: BookLook;
  /** Row selected by the keyboard. */
  readonly cursor: RowPosition | undefined;
};

/** Space left of the levels for the marks of the user's own orders. */
const BLEED = 8;

const TINT = 0.14;
const INSET = 1;
const ROUND = 2;
/** Distance from the middle of a row to the baseline of its figures. */
const FOOT = 4.5;
const MARK = { width: 3, height: 6 };

/** Canvas pen that caches text widths: measuring costs more than drawing, and there are few distinct runs. */
type Brush = {
  readonly pen: CanvasRenderingContext2D;
  readonly font: string;
  measureText(text: string): { width: number };
  fillText(text: string, x: number, y: number): void;
};

function createBrush(canvas: HTMLCanvasElement, family: string): Brush | undefined {
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
function prepare({ pen, font }: Brush, size: { width: number; height: number; sharp: number }): void {
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

function drawBook(brush: Brush, { areas, rows, look, cursor }: BookScene): void {
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

const TOKENS = { up: '--up', down: '--down', ink: '--text-1', brand: '--brand', font: '--font' } as const;

/** Token values for the canvas, because canvas drawing cannot refer to tokens by name. */
type BookLook = Readonly<Record<keyof typeof TOKENS, string>> & { readonly rowHeight: number };

/** Returns the current token values for an element. */
function bookLook(element: Element): BookLook {
  const style = getComputedStyle(element);
  const tokens = Object.entries(TOKENS).map(([name, token]) => [name, style.getPropertyValue(token).trim()]);
  const rowHeight = Number.parseFloat(style.getPropertyValue('--book'));
  return { ...(Object.fromEntries(tokens) as Record<keyof typeof TOKENS, string>), rowHeight };
}

/** Calls back when the theme, price mode or font changes. */
function watchLook(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-price'] });
  document.fonts.addEventListener('loadingdone', onChange);
  return () => {
    observer.disconnect();
    document.fonts.removeEventListener('loadingdone', onChange);
  };
}
