import { create } from 'zustand';
import { storage } from '../../../lib/storage.ts';
import { type ChartChoices, keepChartChoices, keptChartChoices } from './chart-choices.ts';

/** The time frame and the indicators of every chart on this device. */
export const useChartChoices = create<ChartChoices>(() => keptChartChoices(storage));

export function chooseForCharts(changed: Partial<ChartChoices>): void {
  useChartChoices.setState(changed);
  keepChartChoices(storage, useChartChoices.getState());
}
