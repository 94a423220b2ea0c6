import { ONE, type Rate } from '@app/money';

/** How the risk rate is named: readable without its colour. */
export type RiskLevel = 'calm' | 'tight' | 'danger';

const TIGHT = ((ONE * 80n) / 100n) as Rate;
const DANGER = ((ONE * 40n) / 100n) as Rate;

/** Returns the name of a risk rate: 100% is the margin as it was posted, less means that losses use it up. */
export function riskLevel(risk: Rate): RiskLevel {
  if (risk < DANGER) return 'danger';
  return risk < TIGHT ? 'tight' : 'calm';
}

/** Percent of the gauge's length at which the margin stands as it was posted. */
export const AS_POSTED = 66;

/** Returns the length of the gauge, in percent: a third of it is for gains. */
export function gaugePercent(risk: Rate): number {
  const percent = Number((risk * BigInt(AS_POSTED)) / ONE); // tidy: not money
  return Math.min(percent, 100);
}
