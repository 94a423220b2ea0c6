import { parseDecimal, type Rate } from '@app/money';
import { expect, it } from 'vitest';
import { gaugePercent, riskLevel } from './risk-level.ts';

const rate = (text: string) => parseDecimal<Rate>(text);

it.each([
  ['1.0112', 'calm', 66],
  ['0.8', 'calm', 52],
  ['0.7999', 'tight', 52],
  ['0.3999', 'danger', 26],
  ['0', 'danger', 0],
  ['3', 'calm', 100],
] as const)('given the risk rate %s, then it is named %s, at %d of the gauge', (risk, level, percent) => {
  expect([riskLevel(rate(risk)), gaugePercent(rate(risk))]).toEqual([level, percent]);
});
