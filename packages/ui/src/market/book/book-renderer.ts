import { type BookPlan, bookAreas, rowsOfSides } from './book-areas.ts';
import { type BookLook, bookLook, watchLook } from './book-look.ts';
import { type BookRows, type BookShape, bookRows } from './book-rows.ts';
import type { BookPosition, BookSource } from './book-source.ts';
import { BLEED, type Brush, createBrush, drawBook, prepare } from './draw-book.ts';
import { createPaintPace } from './paint-pace.ts';
import { type RowPosition, rowAt } from './row-at.ts';

/** Settings a page passes in; the stage reads its size and colours itself. */
export type BookShown = Omit<BookPlan, 'rowHeight' | 'width'> & Omit<BookShape, 'rows'>;

const PAINTS_A_SECOND = 10;
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
    const pace = createPaintPace(PAINTS_A_SECOND, () => this.#paint());
    const sizes = new ResizeObserver(() => this.#dress());
    sizes.observe(canvas);
    this.#endings = [
      source.listen(pace.trigger),
      () => pace.stop(),
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
