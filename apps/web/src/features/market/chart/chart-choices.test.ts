import { memoryBackend, openStorage } from '@app/client/storage';
import { describe, expect, it } from 'vitest';
import { keepChartChoices, keptChartChoices, toggleIndicator } from './chart-choices.ts';

const USUAL = { period: '60min', indicators: ['MA', 'VOL'], params: {}, own: true };

describe('the settings of a chart', () => {
  it('given stored settings, when the chart opens again, then they are restored', () => {
    const kept = openStorage(memoryBackend());
    keepChartChoices(kept, { period: '1week', indicators: [], params: { MA: [5, 60] }, own: false });
    expect(keptChartChoices(kept)).toEqual({
      period: '1week',
      indicators: [],
      params: { MA: [5, 60] },
      own: false,
    });
  });

  it.each([
    ['nothing', undefined, undefined, USUAL],
    ['what no chart has', '2min', ['FOO', 'RSI'], { period: '60min', indicators: ['RSI'], params: {}, own: true }],
    ['something else', 7, { MA: true }, USUAL],
  ])(
    'given %s on the device, when the chart opens, then it uses the valid part and defaults',
    (_what, period, indicators, expected) => {
      const read = (key: string) => (key === 'chart_period' ? period : indicators);
      expect(keptChartChoices({ read })).toEqual(expected);
    },
  );

  it('given an indicator, when it is toggled twice, then the list is as before, in its fixed order', () => {
    expect(toggleIndicator(['MA', 'VOL'], 'BOLL')).toEqual(['MA', 'BOLL', 'VOL']);
    expect(toggleIndicator(toggleIndicator(['MA', 'VOL'], 'KDJ'), 'KDJ')).toEqual(['MA', 'VOL']);
  });
});
