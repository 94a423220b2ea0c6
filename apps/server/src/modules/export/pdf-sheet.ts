import PDFDocument from 'pdfkit';
import type { FontFile, Weight } from './pdf-fonts.ts';

export type TextStyle = {
  readonly size?: number;
  readonly weight?: Weight;
  readonly color?: string;
  readonly align?: 'left' | 'right' | 'center';
};

export const INK = '#10141c';
export const GREY = '#5b6472';
export const PALE = '#d9dee6';

/** A page of A4 in points. */
export const PAGE = { width: 595.28, height: 841.89, margin: 48, foot: 64 } as const;
export const CONTENT = PAGE.width - 2 * PAGE.margin;

type Run = { readonly font: string; readonly text: string };

/**
 * A document whose texts may mix scripts: every character is written in the first font that has it, and lines break
 * where the language allows it, which Thai and Chinese show by no space.
 */
export function createSheet(fonts: Readonly<Record<Weight, readonly FontFile[]>>, locale: string, title: string) {
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    info: { Title: title, Producer: 'Tidemark', Creator: 'Tidemark' },
    lang: locale,
  });
  const names = { regular: [] as string[], bold: [] as string[] };
  for (const weight of ['regular', 'bold'] as const)
    for (const [place, { path, name }] of fonts[weight].entries()) {
      document.registerFont(`${weight}${place}`, path, name);
      names[weight].push(`${weight}${place}`);
    }
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' });
  let y: number = PAGE.margin;

  const has = (font: string, character: string) => {
    document.font(font);
    const { font: opened } = (document as unknown as { _font: { font: Glyphs } })._font; // Not in the types of pdfkit.
    return opened.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
  };
  const fontOf = new Map<string, string>();
  const chooseFont = (weight: Weight, character: string) => {
    const key = `${weight}${character}`;
    const known =
      fontOf.get(key) ?? names[weight].find((font) => has(font, character)) ?? names[weight][0] ?? 'Helvetica';
    fontOf.set(key, known);
    return known;
  };

  /** Splits a text into parts of one font each. A space, a mark or a joiner belongs to the part before it. */
  const runsOf = (text: string, weight: Weight): Run[] => {
    const runs: { font: string; text: string }[] = [];
    for (const character of toWritable(text)) {
      const last = runs.at(-1);
      const font = chooseFont(weight, character);
      if (last !== undefined && (last.font === font || (/[\s\p{M}]/u.test(character) && has(last.font, character))))
        last.text += character;
      else runs.push({ font, text: character });
    }
    return runs;
  };

  const measure = (text: string, { size = 10, weight = 'regular' }: TextStyle = {}) =>
    runsOf(text, weight).reduce((sum, run) => sum + document.font(run.font).fontSize(size).widthOfString(run.text), 0);

  /** Writes one line with its baseline at a place; `x` is its left, right or middle by `align`. */
  const write = (text: string, x: number, baseline: number, style: TextStyle = {}) => {
    const { size = 10, weight = 'regular', color = INK, align = 'left' } = style;
    const width = align === 'left' ? 0 : measure(text, style);
    let at = x - (align === 'right' ? width : align === 'center' ? width / 2 : 0);
    for (const run of runsOf(text, weight)) {
      document.font(run.font).fontSize(size).fillColor(color);
      document.text(run.text, at, baseline, { lineBreak: false, baseline: 'alphabetic' });
      at += document.widthOfString(run.text);
    }
  };

  /** Breaks a text into lines no wider than `width`. Punctuation stays with the word before it. */
  const wrap = (text: string, width: number, style: TextStyle): string[] => {
    const words: string[] = [];
    for (const { segment, isWordLike } of segmenter.segment(text)) {
      if (isWordLike === true || words.length === 0) words.push(segment);
      else words[words.length - 1] += segment;
    }
    const lines: string[] = [];
    let line = '';
    for (const word of words) {
      if (line !== '' && measure((line + word).trimEnd(), style) > width) {
        lines.push(line.trimEnd());
        line = word;
      } else line += word;
    }
    return line === '' ? lines : [...lines, line.trimEnd()];
  };

  /** Starts a new page unless this much room is left. */
  const ensure = (height: number) => {
    if (y + height <= PAGE.height - PAGE.foot) return;
    document.addPage();
    y = PAGE.margin;
  };

  return {
    document,
    write,
    /** Returns the characters that no font has. */
    lacks: (text: string, weight: Weight): string[] =>
      [...toWritable(text)].filter((character) => !names[weight].some((font) => has(font, character))),
    measure,
    ensure,
    /** Where the next line begins. */
    get y() {
      return y;
    },
    /** Leaves room. */
    skip: (height: number) => {
      y += height;
    },
    rule: (x: number, width: number) => {
      document
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.5)
        .strokeColor(PALE)
        .stroke();
    },
    paragraph: (text: string, style: TextStyle = {}) => {
      const { size = 10 } = style;
      for (const line of wrap(text, CONTENT, style)) {
        ensure(size * 1.5);
        write(line, PAGE.margin, y + size, style);
        y += size * 1.5;
      }
    },
    /** Writes on every page, when all of them are known. */
    onEveryPage: (draw: (page: number, pages: number) => void) => {
      const { start, count } = document.bufferedPageRange();
      for (let page = 0; page < count; page++) {
        document.switchToPage(start + page);
        draw(page + 1, count);
      }
    },
  };
}

type Glyphs = { hasGlyphForCodePoint(code: number): boolean };
export type Sheet = ReturnType<typeof createSheet>;

/** Composed characters, and a dash for the minus sign, which the font lacks. */
const toWritable = (text: string) => text.normalize('NFC').replaceAll('\u2212', '\u2013');
