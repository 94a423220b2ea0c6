import { describe, expect, it } from 'vitest';
import { shortPath, symbolOf } from './symbol.ts';

describe('a drawing in a sprite', () => {
  it('keeps its box, with rounded numbers that stay apart', () => {
    expect(symbolOf('X', '<svg viewBox="0 0 32 32"><path d="M1.234.567-.004 8"/></svg>', { places: 1 })).toBe(
      '<symbol id="X" viewBox="0 0 32 32"><path d="M1.2 .6 0 8"/></symbol>',
    );
  });

  it('leaves arcs alone, whose flags may stand without a separator', () => {
    expect(shortPath('M1.111 1.111a5.621 5.621 0 01-7.89 0z', 1)).toBe('M1.1 1.1a5.621 5.621 0 01-7.89 0z');
  });

  it('given parts that refer to each other, then it is refused', () => {
    expect(() => symbolOf('X', '<svg viewBox="0 0 9 9"><g id="a"/></svg>', { places: 1 })).toThrow('refers');
  });
});
