import type { DeepPartial, IndicatorStyle } from 'klinecharts';
import { type ChartPalette, faded } from './chart-palette.ts';
import { VOLUME } from './chart-styles.ts';
import type { KlineIndicator } from './kline-source.ts';

type Place = 'price' | 'below';

type Plan = {
  readonly place: Place;
  readonly params: readonly number[];
  /** Decimals of its values; those of a price if omitted. */
  readonly places?: number;
};

/** Parameters of each indicator, and whether it overlays the candles or has its own pane. */
const PLANS: Record<KlineIndicator, Plan> = {
  MA: { place: 'price', params: [7, 25] },
  EMA: { place: 'price', params: [7, 25] },
  BOLL: { place: 'price', params: [20, 2] },
  SAR: { place: 'price', params: [2, 2, 20] },
  VOL: { place: 'below', params: [] },
  MACD: { place: 'below', params: [12, 26, 9] },
  RSI: { place: 'below', params: [6, 14], places: 1 },
  KDJ: { place: 'below', params: [9, 3, 3], places: 1 },
};

/** Order of the panes, whatever the order of selection. */
const ORDER = Object.keys(PLANS) as readonly KlineIndicator[];

export const planOf = (name: KlineIndicator): Plan => PLANS[name];

/** Returns the usual periods and factors of an indicator. */
export const usualParams = (name: KlineIndicator): readonly number[] => PLANS[name].params;

export const inOrder = (names: readonly KlineIndicator[]): readonly KlineIndicator[] =>
  ORDER.filter((name) => names.includes(name));

const LINE = 1.25;
const HISTOGRAM = 0.4;

/** Returns the colours of an indicator: never direction colours, except where it shows what the candles did. */
export function indicatorStyles(name: KlineIndicator, palette: ChartPalette): DeepPartial<IndicatorStyle> {
  const { up, down, flat, first, second } = palette;
  const line = (color: string, dash?: readonly number[]) => ({
    color,
    size: LINE,
    smooth: false,
    style: dash === undefined ? ('solid' as const) : ('dashed' as const),
    dashedValue: [...(dash ?? [2, 2])],
  });
  const bar = (colours: readonly [string, string, string]) => ({
    upColor: colours[0],
    downColor: colours[1],
    noChangeColor: colours[2],
    borderSize: 1,
  });
  const third = name === 'BOLL' ? line(first) : line(first, [3, 2]);
  const neutral = faded(first, HISTOGRAM);
  const [rise, fall, still] = [up, down, flat].map((colour) => faded(colour, VOLUME)) as [string, string, string];
  return {
    lines: [line(first), line(second), third],
    bars: [bar(name === 'VOL' ? [rise, fall, still] : [neutral, neutral, neutral])],
    circles: [bar([second, second, second])],
  };
}
