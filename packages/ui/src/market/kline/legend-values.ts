import { groupDigits } from '@app/money';
import type { Indicator } from 'klinecharts';
import { cutText } from './drawn-bar.ts';
import type { KlineBar } from './kline-source.ts';

/** Name and value of an overlay line at the bar shown. */
export type LegendValue = { readonly name: string; readonly text: string; readonly series: 1 | 2 };

/** Content of the text line above the candles: the bar under the crosshair, otherwise the last one. */
export type KlineLegend = {
  readonly bar: KlineBar;
  readonly isLast: boolean;
  readonly values: readonly LegendValue[];
};

type Counted = Pick<Indicator, 'figures' | 'result' | 'shortName'>;

const UNKNOWN = '—';

/**
 * Returns the indicator values at one bar, in the colours of their lines. A line has no value until enough bars have
 * passed.
 */
export function legendValues(counted: readonly Counted[], index: number, precision: number): readonly LegendValue[] {
  return counted.flatMap(({ figures, result, shortName }) =>
    figures.map(({ key, title }, line) => {
      const value = (result[index] as Readonly<Record<string, unknown>> | undefined)?.[key];
      return {
        name: nameOf(title, shortName),
        text: typeof value === 'number' ? groupDigits(cutText(value, precision)) : UNKNOWN,
        series: line % 2 === 0 ? (1 as const) : (2 as const),
      };
    }),
  );
}

/** Strips the colon: the library writes "MA7: ". */
const nameOf = (title: string | undefined, shortName: string) => (title ?? shortName).replace(/:\s*$/, '');

export const isSameLegend = (one: KlineLegend | undefined, other: KlineLegend): boolean =>
  one?.bar === other.bar &&
  one.isLast === other.isLast &&
  one.values.length === other.values.length &&
  one.values.every(({ name, text }, index) => name === other.values[index]?.name && text === other.values[index]?.text);
