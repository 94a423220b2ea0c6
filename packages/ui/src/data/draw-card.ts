/** Everything on a card, as text in the user's language. */
export type Card = {
  /** What the figure is: "Result" or "BTC, not sold". */
  readonly title: string;
  /** The period or the moment; always there. */
  readonly period: string;
  readonly percent: string;
  readonly tone: 'up' | 'down' | 'flat';
  /** Only if the user chose to show it. */
  readonly amount: string | undefined;
  /** One more line, such as the prices of a position. */
  readonly detail?: string | undefined;
  /** "Demo account" and "simulated prices", where they apply; the user cannot remove them. */
  readonly marks: readonly string[];
  readonly fact: string;
  readonly name: string;
  /** BCP 47, for breaking lines. */
  readonly locale: string;
};

/** Colours of the theme in which the card is drawn. */
export type Palette = Readonly<
  Record<'bg' | 'surface' | 'line' | 'ink1' | 'ink2' | 'brand' | 'up' | 'down' | 'flat' | 'warn', string>
>;

export const CARD_WIDTH = 1_080;
export const CARD_HEIGHT = 1_350;
const MARGIN = 96;
const INNER = CARD_WIDTH - 2 * MARGIN;

/** The part of a canvas that drawing needs. */
type Pen = Pick<
  CanvasRenderingContext2D,
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
  | 'lineCap'
  | 'font'
  | 'textBaseline'
  | 'fillRect'
  | 'fillText'
  | 'measureText'
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'bezierCurveTo'
  | 'stroke'
  | 'roundRect'
  | 'fill'
>;

/** Draws the card. A loss is drawn exactly like a gain: same size, same place, its own colour and sign. */
export function drawCard(pen: Pen, card: Card, palette: Palette, font: string): void {
  const write = (text: string, x: number, y: number, look: { size: number; weight?: number; colour: string }) => {
    pen.font = `${look.weight ?? 400} ${look.size}px ${font}`;
    pen.fillStyle = look.colour;
    pen.fillText(text, x, y);
  };
  pen.textBaseline = 'alphabetic';
  pen.fillStyle = palette.bg;
  pen.fillRect(0, 0, CARD_WIDTH, CARD_HEIGHT);
  drawMark(pen, palette);
  write(card.name, MARGIN + 92, 168, { size: 52, weight: 600, colour: palette.ink1 });

  const titleSize = fit(pen, card.title, { font, weight: 500, size: 56, width: INNER });
  write(card.title, MARGIN, 420, { size: titleSize, weight: 500, colour: palette.ink2 });
  const size = fit(pen, card.percent, { font, weight: 600, size: 200, width: INNER });
  write(card.percent, MARGIN, 640, { size, weight: 600, colour: palette[card.tone] });
  if (card.amount !== undefined) {
    const amountSize = fit(pen, card.amount, { font, weight: 500, size: 72, width: INNER });
    write(card.amount, MARGIN, 750, { size: amountSize, weight: 500, colour: palette.ink1 });
  }
  const periodSize = fit(pen, card.period, { font, weight: 400, size: 48, width: INNER });
  write(card.period, MARGIN, 860, { size: periodSize, colour: palette.ink2 });
  drawMarks(pen, card.marks, palette, font);
  if (card.detail !== undefined) {
    const detailSize = fit(pen, card.detail, { font, weight: 400, size: 40, width: INNER });
    write(card.detail, MARGIN, 1_062, { size: detailSize, colour: palette.ink2 });
  }

  pen.strokeStyle = palette.line;
  pen.lineWidth = 2;
  pen.beginPath();
  pen.moveTo(MARGIN, 1_110);
  pen.lineTo(CARD_WIDTH - MARGIN, 1_110);
  pen.stroke();
  pen.font = `400 36px ${font}`;
  const lines = breakLines(card.fact, card.locale, (text) => pen.measureText(text).width <= INNER);
  for (const [index, line] of lines.entries())
    write(line, MARGIN, 1_176 + index * 50, { size: 36, colour: palette.ink2 });
}

/** The line with a wave under it, as the logo has it, in a box of 72. */
function drawMark(pen: Pen, { ink1, brand }: Palette): void {
  const at = (value: number) => MARGIN + value * 3;
  const down = (value: number) => 114 + value * 3;
  pen.lineWidth = 7;
  pen.lineCap = 'round';
  pen.strokeStyle = ink1;
  pen.beginPath();
  pen.moveTo(at(4), down(7.5));
  pen.lineTo(at(20), down(7.5));
  pen.stroke();
  pen.strokeStyle = brand;
  pen.beginPath();
  pen.moveTo(at(4), down(15.5));
  pen.bezierCurveTo(at(6.67), down(12.2), at(9.33), down(12.2), at(12), down(15.5));
  pen.bezierCurveTo(at(14.67), down(18.8), at(17.33), down(18.8), at(20), down(15.5));
  pen.stroke();
}

function drawMarks(pen: Pen, marks: readonly string[], palette: Palette, font: string): void {
  let x = MARGIN;
  for (const mark of marks) {
    pen.font = `600 40px ${font}`;
    const width = pen.measureText(mark).width + 48;
    pen.fillStyle = palette.surface;
    pen.beginPath();
    pen.roundRect(x, 920, width, 76, 16);
    pen.fill();
    pen.fillStyle = palette.warn;
    pen.fillText(mark, x + 24, 972);
    x += width + 24;
  }
}

type Fit = { readonly font: string; readonly weight: number; readonly size: number; readonly width: number };

/** Returns the size at which a line fits, at most the wanted one. */
function fit(pen: Pen, text: string, { font, weight, size, width }: Fit): number {
  pen.font = `${weight} ${size}px ${font}`;
  const needed = pen.measureText(text).width;
  return needed <= width ? size : Math.floor((size * width) / needed);
}

/** Breaks a sentence into lines at the language's own word boundaries: Thai, Chinese and Japanese have no spaces. */
export function breakLines(sentence: string, locale: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const { segment, isWordLike } of new Intl.Segmenter(locale, { granularity: 'word' }).segment(sentence)) {
    // A mark of punctuation stays with the word before it.
    if (line !== '' && isWordLike === true && !fits(line + segment)) {
      lines.push(line.trim());
      line = '';
    }
    line += segment;
  }
  return line.trim() === '' ? lines : [...lines, line.trim()];
}
