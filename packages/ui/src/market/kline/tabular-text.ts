import type { FigureTemplate, TextAttrs, TextStyle } from 'klinecharts';

/** Matches digits one by one, everything else as one run. */
const RUNS = /\d|\D+/g;
const DIGIT = /^\d$/;
const NO_PAD = { paddingLeft: 0, paddingRight: 0, paddingTop: 0, paddingBottom: 0 };

type Pen = { measureText(text: string): { width: number }; fillText(text: string, x: number, y: number): void };

const cellOf = (pen: Pen) => pen.measureText('0').width;

/** Returns the width of a text in the pen's font if every digit is as wide as a zero. */
export function tabularWidth(pen: Pick<Pen, 'measureText'>, text: string): number {
  const cell = pen.measureText('0').width;
  const runs = text.match(RUNS) ?? [];
  return runs.reduce((width, run) => width + (DIGIT.test(run) ? cell : pen.measureText(run).width), 0);
}

/** Writes from the left, each digit centred in the width of a zero. */
export function writeTabular(pen: Pen, text: string, at: { x: number; y: number }): void {
  const cell = cellOf(pen);
  let x = at.x;
  for (const run of text.match(RUNS) ?? []) {
    const width = pen.measureText(run).width;
    pen.fillText(run, DIGIT.test(run) ? x + (cell - width) / 2 : x, at.y);
    x += DIGIT.test(run) ? cell : width;
  }
}

const SHIFT = { left: 0, start: 0, center: 0.5, right: 1, end: 1 } as const;
const RISE = { top: 0, hanging: 0, middle: 0.5, bottom: 1, ideographic: 1, alphabetic: 1 } as const;

function drawOne(pen: CanvasRenderingContext2D, attrs: TextAttrs, styles: Partial<TextStyle>): void {
  const size = styles.size ?? 12;
  pen.font = `${styles.weight ?? 'normal'} ${size}px ${styles.family ?? 'sans-serif'}`;
  const { paddingLeft, paddingRight, paddingTop, paddingBottom } = { ...NO_PAD, ...styles };
  const width = Math.max(attrs.width ?? 0, paddingLeft + tabularWidth(pen, attrs.text) + paddingRight);
  const height = attrs.height ?? paddingTop + size + paddingBottom;
  const x = attrs.x - width * SHIFT[attrs.align ?? 'left'];
  const y = attrs.y - height * RISE[attrs.baseline ?? 'top'];
  const ground = styles.backgroundColor;
  if (ground !== undefined && ground !== 'transparent') {
    pen.fillStyle = ground;
    pen.beginPath();
    pen.roundRect(x, y, width, height, styles.borderRadius ?? 0);
    pen.fill();
  }
  pen.textAlign = 'left';
  pen.textBaseline = 'middle';
  pen.fillStyle = styles.color ?? 'transparent';
  // Capitals and figures sit above the middle of their line.
  writeTabular(pen, attrs.text, { x: x + paddingLeft, y: y + paddingTop + size / 2 + 0.5 });
}

/**
 * Chart text with tabular figures, which a canvas does not support: without them a price that changes four times a
 * second would jitter. Replaces the library's own text figure.
 */
export const tabularText: FigureTemplate<TextAttrs | TextAttrs[], Partial<TextStyle>> = {
  name: 'text',
  checkEventOn: () => false,
  draw: (pen, attrs, styles) => {
    for (const one of [attrs].flat()) drawOne(pen, one, styles);
  },
};
