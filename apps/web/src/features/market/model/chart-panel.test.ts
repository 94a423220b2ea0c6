import { describe, expect, it } from 'vitest';
import { firstSize, nearestSize, nextSize, PANEL_SIZES, panelHeight } from './chart-panel.ts';

describe('the panel under a chart', () => {
  it.each([
    [640, 'closed'],
    [844, 'half'],
  ])('given a page of %d px, when it opens, then the panel leaves the chart its room', (pagePx, size) =>
    expect(firstSize(pagePx)).toBe(size),
  );

  it('comes to rest at the size whose height it was let go at', () => {
    for (const size of PANEL_SIZES) expect(nearestSize(panelHeight(size, 844), 844)).toBe(size);
    expect(nearestSize(-50, 844)).toBe('closed');
    expect(nearestSize(9_999, 844)).toBe('tall');
    expect(nearestSize(100, 844)).toBe('half');
  });

  it('given taps on its handle, when there were as many as sizes, then it is where it began', () =>
    expect(PANEL_SIZES.map((size) => nextSize(size, 844))).toEqual(['half', 'tall', 'closed']));

  it('given a low page, when its handle is tapped, then no tap is without effect', () => {
    expect(nextSize('closed', 588)).toBe('half');
    expect(nextSize('half', 588)).toBe('closed');
  });

  it.each([588, 700, 792, 1_000])(
    'given a page of %d px, when the panel is open, then all else stays in sight',
    (pagePx) => {
      const rest = 106 + 44 + 160 + 52 + 80; // The price, the time frames, the lowest chart, the tabs, the buttons.
      for (const size of PANEL_SIZES) expect(panelHeight(size, pagePx) + rest).toBeLessThanOrEqual(pagePx);
    },
  );
});
