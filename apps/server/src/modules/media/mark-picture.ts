import { expectDefined } from '@app/base';
import sharp from 'sharp';

/**
 * Letters of five by seven dots, so that a mark needs no font of the machine. Each row is five bits, the highest on the
 * left.
 */
const LETTERS: Readonly<Record<string, readonly number[]>> = {
  '0': [14, 17, 19, 21, 25, 17, 14],
  '1': [4, 12, 4, 4, 4, 4, 14],
  '2': [14, 17, 1, 2, 4, 8, 31],
  '3': [31, 2, 4, 2, 1, 17, 14],
  '4': [2, 6, 10, 18, 31, 2, 2],
  '5': [31, 16, 30, 1, 1, 17, 14],
  '6': [6, 8, 16, 30, 17, 17, 14],
  '7': [31, 1, 2, 4, 8, 8, 8],
  '8': [14, 17, 17, 14, 17, 17, 14],
  '9': [14, 17, 17, 15, 1, 2, 12],
  A: [14, 17, 17, 31, 17, 17, 17],
  C: [14, 17, 16, 16, 16, 17, 14],
  F: [31, 16, 16, 30, 16, 16, 16],
  S: [15, 16, 16, 14, 1, 1, 30],
  T: [31, 4, 4, 4, 4, 4, 4],
  U: [17, 17, 17, 17, 17, 17, 14],
  ':': [0, 4, 4, 0, 4, 4, 0],
  '-': [0, 0, 0, 14, 0, 0, 0],
  ' ': [0, 0, 0, 0, 0, 0, 0],
};
const LETTER_WIDTH = 6;
const LETTER_HEIGHT = 7;
/** Dots between two repetitions of the text, to the side and below. */
const GAP = { x: 4 * LETTER_WIDTH, y: 3 * LETTER_HEIGHT };
/** Each line of text begins this share of a repetition further on, so that no straight cut is free of it. */
const SHIFT = 0.37;
const ANGLE = Math.PI / 10;
/** A text is this share of the longer side of a picture. */
const SHARE = 0.42;
/** Width of the dark edge, in dots. */
const EDGE = 0.35;
const OPACITY = 76; // Of 255: the document stays legible.
const QUALITY = 85;

/** Marks a picture all over with a text of A, C, F, S, T, U, digits, `:`, `-` and spaces; returns WebP. */
export async function markPicture(picture: Buffer, text: string): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata();
  const input = drawMark(text, width, height);
  return await sharp(picture)
    .composite([{ input, raw: { width, height, channels: 4 } }])
    .webp({ quality: QUALITY })
    .toBuffer();
}

/** Draws the mark alone: white dots with a dark edge, which show on light and on dark ground. */
function drawMark(text: string, width: number, height: number): Buffer {
  const rows = [...text].map((letter) => expectDefined(LETTERS[letter], `the letter ${letter} of a mark`));
  const dot = Math.max(1, (SHARE * Math.max(width, height)) / (rows.length * LETTER_WIDTH));
  const period = { x: rows.length * LETTER_WIDTH + GAP.x, y: LETTER_HEIGHT + GAP.y };
  const isSet = (x: number, y: number): boolean => {
    const line = Math.floor(y / period.y);
    const row = Math.floor(y - line * period.y);
    if (row >= LETTER_HEIGHT) return false;
    const shifted = x + line * SHIFT * period.x;
    const column = Math.floor(shifted - Math.floor(shifted / period.x) * period.x);
    const bits = rows[Math.floor(column / LETTER_WIDTH)]?.[row] ?? 0;
    return ((bits >> (LETTER_WIDTH - 2 - (column % LETTER_WIDTH))) & 1) === 1;
  };
  const mark = Buffer.alloc(width * height * 4);
  const cos = Math.cos(ANGLE) / dot;
  const sin = Math.sin(ANGLE) / dot;
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 4) {
      const across = x * cos - y * sin;
      const down = x * sin + y * cos;
      const isLight = isSet(across, down);
      if (isLight) mark.fill(255, at, at + 3);
      if (isLight || isSet(across - EDGE, down - EDGE)) mark[at + 3] = OPACITY;
    }
  return mark;
}
