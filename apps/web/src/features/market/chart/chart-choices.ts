import type { KeptValues } from '@app/client/storage';
import { PERIODS, type Period } from '@app/domain/market';
import { type KlineIndicator, type KlineParams, type KlinePeriod, usualParams } from '@app/ui';
import { create } from 'zustand';
import { storage } from '../../../lib/storage.ts';

/** One tap away; the others are behind "more". */
export const FOREMOST_PERIODS = [
  '1min',
  '15min',
  '60min',
  '4hour',
  '1day',
  '1week',
] as const satisfies readonly Period[];

/** Indicators drawn over the candles, and those in separate panes below them. */
export const OVER_PRICE = ['MA', 'EMA', 'BOLL', 'SAR'] as const satisfies readonly KlineIndicator[];
export const BELOW_PRICE = ['VOL', 'MACD', 'RSI', 'KDJ'] as const satisfies readonly KlineIndicator[];
const INDICATORS: readonly KlineIndicator[] = [...OVER_PRICE, ...BELOW_PRICE];

export type ChartChoices = {
  readonly period: Period;
  readonly indicators: readonly KlineIndicator[];
  /** Periods and factors that the user changed. */
  readonly params: KlineParams;
  /** Whether the user's orders and trades are drawn. */
  readonly own: boolean;
};

/** Highest value of any parameter. */
const PARAM_MAX = 500;

const USUAL: ChartChoices = { period: '60min', indicators: ['MA', 'VOL'], params: {}, own: true };
const PERIOD_KEY = 'chart_period';
const INDICATORS_KEY = 'chart_indicators';
const PARAMS_KEY = 'chart_params';
const OWN_KEY = 'chart_own';

/** Returns the settings of the last visit; invalid ones become the default. */
export function keptChartChoices(kept: Pick<KeptValues, 'read'>): ChartChoices {
  const period = kept.read(PERIOD_KEY);
  const names = kept.read(INDICATORS_KEY);
  return {
    period: PERIODS.find((it) => it === period) ?? USUAL.period,
    indicators: Array.isArray(names) ? INDICATORS.filter((it) => names.includes(it)) : USUAL.indicators,
    params: keptParams(kept.read(PARAMS_KEY)),
    own: kept.read(OWN_KEY) !== false,
  };
}

/** Reads parameters that the user changed; those that no sheet would have kept are the usual ones. */
export function keptParams(kept: unknown): KlineParams {
  const entries = Object.entries(kept ?? {}).filter(
    ([name, values]) =>
      INDICATORS.some((it) => it === name) &&
      Array.isArray(values) &&
      values.length === usualParams(name as KlineIndicator).length &&
      values.every((value) => Number.isInteger(value) && value >= 1 && value <= PARAM_MAX),
  );
  return Object.fromEntries(entries);
}

export function keepChartChoices(
  kept: Pick<KeptValues, 'write'>,
  { period, indicators, params, own }: ChartChoices,
): void {
  kept.write(PERIOD_KEY, period);
  kept.write(INDICATORS_KEY, indicators);
  kept.write(PARAMS_KEY, params);
  kept.write(OWN_KEY, own);
}

/** Toggles an indicator and keeps the fixed order. */
export const toggleIndicator = (held: readonly KlineIndicator[], turned: KlineIndicator): readonly KlineIndicator[] =>
  INDICATORS.filter((it) => held.includes(it) !== (it === turned));

const IN_CHART: Readonly<Record<Period, KlinePeriod>> = {
  '1min': { unit: 'minute', count: 1 },
  '5min': { unit: 'minute', count: 5 },
  '15min': { unit: 'minute', count: 15 },
  '30min': { unit: 'minute', count: 30 },
  '60min': { unit: 'hour', count: 1 },
  '4hour': { unit: 'hour', count: 4 },
  '1day': { unit: 'day', count: 1 },
  '1week': { unit: 'week', count: 1 },
  '1mon': { unit: 'month', count: 1 },
};
/** Returns a period in the chart's format; the same object for the same period. */
export const inChart = (period: Period): KlinePeriod => IN_CHART[period];

/** The time frame and the indicators of every chart on this device. */
export const useChartChoices = create<ChartChoices>(() => keptChartChoices(storage));

export function chooseForCharts(changed: Partial<ChartChoices>): void {
  useChartChoices.setState(changed);
  keepChartChoices(storage, useChartChoices.getState());
}
