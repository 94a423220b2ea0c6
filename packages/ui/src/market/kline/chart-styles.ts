import type { DeepPartial, Styles } from 'klinecharts';
import { type ChartPalette, faded } from './chart-palette.ts';
import type { CandleStyle } from './kline-source.ts';

export const AXIS_SIZE = 11;
export const AXIS_WEIGHT = 500;
/** Padding between the plot and an axis label, and between the label and the edge. */
export const AXIS_PAD = 5;
const TAG_WEIGHT = 600;
const TAG_PAD = 4;
const TAG_RADIUS = 4;
/** Text below the last price, and how often it changes. */
const COUNTDOWN_SIZE = 10;
const COUNTDOWN_MS = 1_000;
const GRID = 0.7;
const AREA = 0.08;
export const VOLUME = 0.28;

/**
 * Returns the chart styles, built from the tokens alone. Lines are straight and nothing glows: a price is not a spline.
 */
export function chartStyles(palette: ChartPalette, style: CandleStyle): DeepPartial<Styles> {
  return {
    grid: {
      horizontal: { color: faded(palette.line, GRID), style: 'solid' },
      vertical: { show: false },
    },
    candle: {
      type: style,
      bar: barColours(palette),
      area: {
        lineColor: palette.ink,
        lineSize: 1.5,
        backgroundColor: faded(palette.ink, AREA),
        point: { color: palette.ink, radius: 3, rippleColor: 'transparent', rippleRadius: 3, animation: false },
      },
      priceMark: { high: { show: false }, low: { show: false }, last: lastPrice(palette) },
    },
    indicator: { tooltip: { title: labelStyle(palette), legend: { ...labelStyle(palette), defaultValue: '—' } } },
    xAxis: { size: 24, axisLine: { show: false }, tickLine: { show: false }, tickText: axisLabels(palette) },
    yAxis: { axisLine: { show: false }, tickLine: { show: false }, tickText: axisLabels(palette) },
    separator: { size: 1, color: 'transparent', activeBackgroundColor: 'transparent' },
    crosshair: { horizontal: crosshair(palette), vertical: crosshair(palette) },
  };
}

const barColours = ({ up, down, flat }: ChartPalette) => ({
  upColor: up,
  upBorderColor: up,
  upWickColor: up,
  downColor: down,
  downBorderColor: down,
  downWickColor: down,
  noChangeColor: flat,
  noChangeBorderColor: flat,
  noChangeWickColor: flat,
});

const axisLabels = ({ faintInk, font }: ChartPalette) => ({
  color: faintInk,
  size: AXIS_SIZE,
  weight: AXIS_WEIGHT,
  family: font,
  marginStart: AXIS_PAD,
  marginEnd: AXIS_PAD,
});

/** Style of the names and values in a pane below the candles. */
const labelStyle = ({ faintInk, font }: ChartPalette) => ({
  color: faintInk,
  size: AXIS_SIZE,
  weight: AXIS_WEIGHT,
  family: font,
  marginLeft: 6,
  marginRight: 2,
  marginTop: 0,
  marginBottom: 2,
});

const tag = ({ font }: ChartPalette) => ({
  size: AXIS_SIZE,
  weight: TAG_WEIGHT,
  family: font,
  borderSize: 0,
  borderRadius: TAG_RADIUS,
  paddingLeft: AXIS_PAD,
  paddingRight: AXIS_PAD,
  paddingTop: TAG_PAD,
  paddingBottom: TAG_PAD,
});

const lastPrice = (palette: ChartPalette) => ({
  upColor: palette.up,
  downColor: palette.down,
  noChangeColor: palette.flat,
  line: { style: 'dashed' as const, dashedValue: [1, 3], size: 1 },
  // One tag with the countdown below it.
  text: { ...tag(palette), color: palette.onPrice, borderRadius: [TAG_RADIUS, TAG_RADIUS, 0, 0] },
  extendTexts: [
    {
      ...tag(palette),
      borderRadius: [0, 0, TAG_RADIUS, TAG_RADIUS],
      show: true,
      color: palette.onPrice,
      size: COUNTDOWN_SIZE,
      weight: AXIS_WEIGHT,
      paddingTop: 0,
      position: 'below_price' as const,
      updateInterval: COUNTDOWN_MS,
    },
  ],
});

const crosshair = (palette: ChartPalette) => ({
  line: { color: palette.mark, style: 'dashed' as const, dashedValue: [3, 3], size: 1 },
  text: { ...tag(palette), weight: AXIS_WEIGHT, color: palette.ink, backgroundColor: palette.tag },
});
