import { describe, expect, it } from 'vitest';
import { measureKeyboard } from './keyboard-space.ts';

const idle = { width: 390, height: 844, covered: 0, isTyping: false };
const atFirst = measureKeyboard(undefined, idle);

describe('keyboard detection', () => {
  it('given a page that shrinks while the user types, then the keyboard is open and covers nothing', () => {
    const viewport = measureKeyboard(atFirst, { ...idle, height: 500, isTyping: true });
    expect(viewport).toMatchObject({ isKeyboardOpen: true, covered: 0 });
  });

  it('given a keyboard that overlaps the page, then the covered height is reported', () => {
    const viewport = measureKeyboard(atFirst, { ...idle, height: 500, covered: 344, isTyping: true });
    expect(viewport).toMatchObject({ isKeyboardOpen: true, covered: 344 });
  });

  it("given only the browser's bar, then no keyboard is open", () => {
    const viewport = measureKeyboard(atFirst, { ...idle, height: 780, covered: 64, isTyping: true });
    expect(viewport).toMatchObject({ isKeyboardOpen: false, covered: 0 });
  });

  it('given a user who does not type, then a smaller window is just smaller', () => {
    expect(measureKeyboard(atFirst, { ...idle, height: 400 }).isKeyboardOpen).toBe(false);
  });

  it('given a rotated device, then the measured height is reset', () => {
    const viewport = measureKeyboard(atFirst, { width: 844, height: 390, covered: 0, isTyping: true });
    expect(viewport).toMatchObject({ isKeyboardOpen: false, tallest: 390 });
  });
});
