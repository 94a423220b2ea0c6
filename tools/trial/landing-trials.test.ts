import { describe, expect, it } from 'vitest';
import { TRIALS_AT_ONCE, TRIALS_SECONDS } from '../ci/tiers.ts';
import { LANDING } from './landing-trials.ts';
import { planTrials, secondsOf } from './plan.ts';

describe('the trials of a landing', () => {
  it('given a change that touches everything, then those that guard money fit the budget, because none is cut', () => {
    const money = LANDING.filter(({ trial }) => trial.isMoney);
    expect(money.length).toBeGreaterThan(10);
    for (const head of ['00000000', '00000001', '00000002', '00000003', '00000004', '00000005']) {
      const { run } = planTrials(money, { budget: TRIALS_SECONDS, parallel: TRIALS_AT_ONCE, head });
      expect(secondsOf(run, TRIALS_AT_ONCE)).toBeLessThanOrEqual(TRIALS_SECONDS);
    }
  });
});
