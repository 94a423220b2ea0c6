import { describe, expect, it } from 'vitest';
import { memoryBackend, openStorage } from '../../../shared/storage.ts';
import { keepChartChoices, keptChartChoices, toggleIndicator } from './chart-choices.ts';

const USUAL = { period: '60min', indicators: ['MA', 'VOL'], own: true };

describe('the choices of a chart', () => {
  it('given choices that were kept, when the chart opens again, then they are the same', () => {
    const kept = openStorage(memoryBackend());
    keepChartChoices(kept, { period: '1week', indicators: [], own: false });
    expect(keptChartChoices(kept)).toEqual({ period: '1week', indicators: [], own: false });
  });

  it.each([
    ['nothing', undefined, undefined, USUAL],
    ['what no chart has', '2min', ['FOO', 'RSI'], { period: '60min', indicators: ['RSI'], own: true }],
    ['something else', 7, { MA: true }, USUAL],
  ])(
    'given %s on the device, when the chart opens, then it has what it knows',
    (_what, period, indicators, expected) => {
      const read = (key: string) => (key === 'chart_period' ? period : indicators);
      expect(keptChartChoices({ read })).toEqual(expected);
    },
  );

  it('given an indicator, when it is turned twice, then all is as before, in the order of the list', () => {
    expect(toggleIndicator(['MA', 'VOL'], 'BOLL')).toEqual(['MA', 'BOLL', 'VOL']);
    expect(toggleIndicator(toggleIndicator(['MA', 'VOL'], 'KDJ'), 'KDJ')).toEqual(['MA', 'VOL']);
  });
});
