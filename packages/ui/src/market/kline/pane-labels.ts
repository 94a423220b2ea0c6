import type { IndicatorCreateTooltipDataSourceCallback, IndicatorTooltipData } from 'klinecharts';
import type { ChartPalette } from './chart-palette.ts';
import { planOf } from './indicators.ts';
import type { KlineIndicator } from './kline-source.ts';
import { legendValues } from './legend-values.ts';

const SILENT: IndicatorTooltipData = { name: '', calcParamsText: '', features: [], legends: [] };

/** Returns the label in the corner of a pane below the candles. Overlays are named in the line above the candles. */
export const paneLabels =
  ({ first, second, faintInk }: ChartPalette): IndicatorCreateTooltipDataSourceCallback<unknown> =>
  ({ indicator, crosshair }) => {
    if (indicator.name === 'VOL' || planOf(indicator.name as KlineIndicator).place === 'price') return SILENT;
    // RSI needs a name per line; the library only numbers them.
    const isMany = indicator.name === 'RSI';
    const values = legendValues([indicator], crosshair.dataIndex ?? -1, indicator.precision);
    const legends = values.map(({ name, text, series }, index) => {
      const isLine = indicator.figures[index]?.type === 'line';
      const color = !isLine ? faintInk : series === 1 ? first : second;
      return {
        title: { text: `${isMany ? `${indicator.name}${indicator.calcParams[index]}` : name} `, color },
        value: { text, color },
      };
    });
    if (isMany) return { ...SILENT, legends };
    return { ...SILENT, name: indicator.name, calcParamsText: ` ${indicator.calcParams.join(' ')}`, legends };
  };
