import { describe, expect, it } from 'vitest';
import { tabularWidth } from './tabular-text.ts';

/** Font with a narrow digit one, like Inter. */
const pen = {
  measureText: (text: string) =>
    ({ width: [...text].reduce((sum, letter) => sum + (letter === '1' ? 4 : 7), 0) }) as TextMetrics,
};

describe('tabular figures', () => {
  it('are as wide as zeros, whichever digits they have', () => {
    expect(tabularWidth(pen, '11,111.1')).toBe(tabularWidth(pen, '67,842.0'));
  });

  it('leave letters unchanged', () => {
    expect(tabularWidth(pen, 'Open')).toBe(28);
    expect(tabularWidth(pen, '')).toBe(0);
  });
});
