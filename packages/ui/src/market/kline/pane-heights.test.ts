import { describe, expect, it } from 'vitest';
import { paneHeights } from './pane-heights.ts';

describe('panes below the candles', () => {
  it('given volume alone, then it takes a fifth', () => {
    expect(paneHeights(330, ['VOL']).get('VOL')).toBe(66);
  });

  it('given a low chart, then volume is still visible', () => {
    expect(paneHeights(140, ['VOL']).get('VOL')).toBe(36);
  });

  it('given a high chart, then panes stop growing at their maximum', () => {
    expect([...paneHeights(1_200, ['VOL', 'RSI']).values()]).toEqual([96, 120]);
  });

  it('given all panes, then the candles keep their share', () => {
    for (const total of [120, 240, 330, 700]) {
      const heights = [...paneHeights(total, ['VOL', 'MACD', 'RSI', 'KDJ']).values()];
      expect(heights.reduce((sum, height) => sum + height)).toBeLessThanOrEqual(total * 0.55 + 2);
      expect(Math.min(...heights)).toBeGreaterThan(0);
    }
  });

  it('given none, then there is none', () => {
    expect(paneHeights(330, []).size).toBe(0);
  });
});
