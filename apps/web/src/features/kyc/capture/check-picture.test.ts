import { describe, expect, it } from 'vitest';
import { type Doubt, doubtAbout, type Grey, greyOf, isLargeEnough, sharpnessOf } from './check-picture.ts';

const WIDTH = 320;
const HEIGHT = 200;

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
const CARD: Box = { x: 40, y: 30, width: 240, height: 140 };

/** Draws a card with lines of text on a plain background. */
function draw(card: Box = CARD, { card: light = 190, back = 70, text = 60 } = {}): Grey {
  const values = new Uint8Array(WIDTH * HEIGHT).fill(back);
  for (let y = card.y; y < card.y + card.height; y += 1)
    for (let x = card.x; x < card.x + card.width; x += 1) {
      if (x < 0 || y < 0 || x >= WIDTH || y >= HEIGHT) continue;
      const isText = (y - card.y) % 14 > 8 && (x * 7 + y * 13) % 5 < 2;
      values[y * WIDTH + x] = isText ? text : light;
    }
  return { width: WIDTH, height: HEIGHT, values };
}

/** Averages each pixel with its neighbours. */
function blur({ width, height, values }: Grey, radius: number): Grey {
  const blurred = new Uint8Array(values.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      let count = 0;
      for (let dy = -radius; dy <= radius; dy += 1)
        for (let dx = -radius; dx <= radius; dx += 1) {
          const value = x + dx < 0 || x + dx >= width ? undefined : values[(y + dy) * width + x + dx];
          if (value === undefined) continue;
          sum += value;
          count += 1;
        }
      blurred[y * width + x] = sum / count;
    }
  return { width, height, values: blurred };
}

const shade = (grey: Grey, factor: number): Grey => ({ ...grey, values: grey.values.map((value) => value * factor) });

/** Burns out a round spot. */
function spot(grey: Grey, x: number, y: number, radius: number): Grey {
  const values = grey.values.slice();
  for (let at = 0; at < values.length; at += 1)
    if (((at % WIDTH) - x) ** 2 + (Math.floor(at / WIDTH) - y) ** 2 < radius ** 2) values[at] = 255;
  return { ...grey, values };
}

describe('a picture of a document', () => {
  it.each<[string, Grey, Doubt | undefined]>([
    ['a card on a plain table', draw(), undefined],
    ['a card on a white sheet', draw(CARD, { back: 254, card: 225 }), undefined],
    ['a card that fills nearly all of it', draw({ x: 8, y: 8, width: 304, height: 184 }), undefined],
    ['the same in the dark', shade(draw(), 0.25), 'dark'],
    ['a reflection on the card', spot(draw(), 160, 100, 24), 'glare'],
    ['a shaky hand', blur(draw(), 3), 'blurred'],
    ['a card far away', draw({ x: 130, y: 80, width: 60, height: 38 }), 'far'],
    ['no card at all', blur(spot(draw({ x: 0, y: 0, width: 0, height: 0 }), 160, 100, 2), 0), 'blurred'],
    ['a card whose right side is outside', draw({ x: 140, y: 30, width: 240, height: 140 }), 'cut_off'],
    ['a card whose top is outside', draw({ x: 40, y: -40, width: 240, height: 160 }), 'cut_off'],
  ])('%s', (_name, grey, doubt) => {
    expect(doubtAbout(grey, 'document')).toBe(doubt);
  });

  it('given a face, then where its edges end does not matter', () => {
    const outside = draw({ x: 140, y: 30, width: 240, height: 140 });
    expect(doubtAbout(outside, 'face')).toBeUndefined();
    expect(doubtAbout(shade(outside, 0.2), 'face')).toBe('dark');
  });

  it('is less sharp the more it is blurred', () => {
    const levels = [0, 1, 2, 3].map((radius) => sharpnessOf(blur(draw(), radius)));
    expect(levels).toEqual(levels.toSorted((one, other) => other - one));
    expect(new Set(levels).size).toBe(4);
  });

  it('is readable from 800 × 480 on, in either orientation', () => {
    expect(isLargeEnough({ width: 800, height: 480 })).toBe(true);
    expect(isLargeEnough({ width: 480, height: 800 })).toBe(true);
    expect(isLargeEnough({ width: 799, height: 480 })).toBe(false);
    expect(isLargeEnough({ width: 4000, height: 479 })).toBe(false);
  });

  it('is weighed as the eye sees it', () => {
    const { values } = greyOf(3, 1, new Uint8ClampedArray([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255]));
    expect([...values]).toEqual([76, 149, 29]);
  });
});
