import { describe, expect, it } from 'vitest';
import { TRIALS_AT_ONCE, TRIALS_SECONDS } from '../ci/tiers.ts';
import { LANDING } from './landing-trials.ts';
import { secondsOf } from './plan.ts';

describe('the trials of a landing', () => {
  it('given a change that touches everything, then those that guard money fit the budget, because none is cut', () => {
    const money = LANDING.filter(({ trial }) => trial.isMoney);
    expect(money.length).toBeGreaterThan(10);
    expect(secondsOf(money, TRIALS_AT_ONCE)).toBeLessThanOrEqual(TRIALS_SECONDS);
  });
});
