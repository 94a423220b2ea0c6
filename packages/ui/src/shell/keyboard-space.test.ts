import { describe, expect, it } from 'vitest';
import { measureKeyboard } from './keyboard-space.ts';

const idle = { width: 390, height: 844, covered: 0, isTyping: false };
const atFirst = measureKeyboard(undefined, idle);

describe('the room a keyboard leaves', () => {
  it('given a page that shrinks while one types, then the keyboard is open and covers nothing', () => {
    const viewport = measureKeyboard(atFirst, { ...idle, height: 500, isTyping: true });
    expect(viewport).toMatchObject({ isKeyboardOpen: true, covered: 0 });
  });

  it('given a keyboard that lies over the page, then what it covers is known', () => {
    const viewport = measureKeyboard(atFirst, { ...idle, height: 500, covered: 344, isTyping: true });
    expect(viewport).toMatchObject({ isKeyboardOpen: true, covered: 344 });
  });

  it("given only the browser's bar, then no keyboard is open", () => {
    const viewport = measureKeyboard(atFirst, { ...idle, height: 780, covered: 64, isTyping: true });
    expect(viewport).toMatchObject({ isKeyboardOpen: false, covered: 0 });
  });

  it('given nobody types, then a smaller window is just smaller', () => {
    expect(measureKeyboard(atFirst, { ...idle, height: 400 }).isKeyboardOpen).toBe(false);
  });

  it('given a turned device, then its height starts anew', () => {
    const viewport = measureKeyboard(atFirst, { width: 844, height: 390, covered: 0, isTyping: true });
    expect(viewport).toMatchObject({ isKeyboardOpen: false, tallest: 390 });
  });
});
