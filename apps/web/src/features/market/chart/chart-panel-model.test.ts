import { describe, expect, it } from 'vitest';
import { firstSize, nearestSize, nextSize, PANEL_SIZES, panelHeight } from './chart-tabs.ts';

describe('the panel under a chart', () => {
  it.each([
    [640, 'closed'],
    [844, 'half'],
  ])('given a page of %d px, when it opens, then the panel leaves the chart enough space', (pagePx, size) =>
    expect(firstSize(pagePx)).toBe(size),
  );

  it('snaps to the size nearest to the height at release', () => {
    for (const size of PANEL_SIZES) expect(nearestSize(panelHeight(size, 844), 844)).toBe(size);
    expect(nearestSize(-50, 844)).toBe('closed');
    expect(nearestSize(9_999, 844)).toBe('tall');
    expect(nearestSize(100, 844)).toBe('half');
  });

  it('given taps on its handle, when there were as many as sizes, then it is back at its first size', () =>
    expect(PANEL_SIZES.map((size) => nextSize(size, 844))).toEqual(['half', 'tall', 'closed']));

  it('given a low page, when its handle is tapped, then every tap has an effect', () => {
    expect(nextSize('closed', 588)).toBe('half');
    expect(nextSize('half', 588)).toBe('closed');
  });

  it.each([588, 700, 792, 1_000])(
    'given a page of %d px, when the panel is open, then everything else stays visible',
    (pagePx) => {
      const rest = 106 + 44 + 160 + 52 + 80; // Price, time frames, minimum chart, tabs, buttons.
      for (const size of PANEL_SIZES) expect(panelHeight(size, pagePx) + rest).toBeLessThanOrEqual(pagePx);
    },
  );
});
