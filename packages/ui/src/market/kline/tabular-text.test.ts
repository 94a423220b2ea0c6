import { describe, expect, it } from 'vitest';
import { tabularWidth } from './tabular-text.ts';

/** A font whose one is narrow, as in Inter. */
const pen = {
  measureText: (text: string) =>
    ({ width: [...text].reduce((sum, letter) => sum + (letter === '1' ? 4 : 7), 0) }) as TextMetrics,
};

describe('figures of one width', () => {
  it('are as wide as zeros, whichever they are', () => {
    expect(tabularWidth(pen, '11,111.1')).toBe(tabularWidth(pen, '67,842.0'));
  });

  it('leave letters as they are', () => {
    expect(tabularWidth(pen, 'Open')).toBe(28);
    expect(tabularWidth(pen, '')).toBe(0);
  });
});
