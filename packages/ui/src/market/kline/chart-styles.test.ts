import { describe, expect, it } from 'vitest';
import { type ChartPalette, faded, paletteOf } from './chart-palette.ts';
import { chartStyles } from './chart-styles.ts';
import { indicatorStyles, inOrder } from './indicators.ts';
import type { KlineIndicator } from './kline-source.ts';

/** Gives every token a different colour, so that a wrong one is detected. */
const VALUES = new Map<string, string>();
const palette: ChartPalette = paletteOf((token) => {
  const colour = VALUES.get(token) ?? ` #0000${(VALUES.size + 16).toString(16)} `;
  VALUES.set(token, colour);
  return colour;
});
const DIRECTIONS = [palette.up, palette.down];
const NAMES: readonly KlineIndicator[] = ['KDJ', 'VOL', 'MA', 'RSI', 'EMA', 'MACD', 'SAR', 'BOLL'];

describe('the palette', () => {
  it('has one colour for each token, without the whitespace of a style sheet', () => {
    expect(new Set(Object.values(palette)).size).toBe(Object.keys(palette).length);
    expect(palette.up).toMatch(/^#[0-9a-f]{6}$/);
  });

  it('fades a colour', () => {
    expect(faded('#1fcb93', 0.28)).toBe('#1fcb9347');
    expect(faded('#1fcb93', 1)).toBe('#1fcb93ff');
    expect(faded('CanvasText', 0.28)).toBe('color-mix(in srgb, CanvasText 28.000000000000004%, transparent)');
  });
});

describe('styles', () => {
  const styles = chartStyles(palette, 'ohlc');

  it('draw the requested style, in the colours of direction', () => {
    expect(styles.candle).toMatchObject({
      type: 'ohlc',
      bar: { upColor: palette.up, downWickColor: palette.down, noChangeBorderColor: palette.flat },
      priceMark: { last: { upColor: palette.up, downColor: palette.down, text: { color: palette.onPrice } } },
    });
  });

  it('have no gradient, no animation, and straight lines', () => {
    expect(styles.candle?.area).toMatchObject({
      backgroundColor: faded(palette.ink, 0.08),
      point: { animation: false },
    });
    expect(JSON.stringify(styles)).not.toContain('smooth');
  });

  it('use no default font or colour of the library', () => {
    expect(JSON.stringify(styles)).not.toContain('Helvetica');
    for (const axis of [styles.xAxis, styles.yAxis])
      expect(axis?.tickText).toMatchObject({ size: 11, color: palette.faintInk, family: palette.font });
  });
});

describe('lines of indicators', () => {
  it.each(NAMES)('of %s never use a direction colour', (name) => {
    const { lines = [], circles = [] } = indicatorStyles(name, palette);
    const drawn = JSON.stringify([lines, circles]);
    for (const colour of DIRECTIONS) expect(drawn).not.toContain(colour);
  });

  it('leave direction colours to volume, which follows the candles', () => {
    expect(indicatorStyles('VOL', palette).bars?.[0]).toMatchObject({ upColor: faded(palette.up, 0.28) });
    expect(indicatorStyles('MACD', palette).bars?.[0]).toMatchObject({ upColor: faded(palette.first, 0.4) });
  });

  it('have a fixed order, whatever the order of selection', () => {
    expect(inOrder(['KDJ', 'VOL', 'MA'])).toEqual(['MA', 'VOL', 'KDJ']);
  });
});
