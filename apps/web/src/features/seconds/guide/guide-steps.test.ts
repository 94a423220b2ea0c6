import { describe, expect, it } from 'vitest';
import { GUIDE_STEPS, nextStep, numberOf, previousStep, stepAfter } from './guide-steps.ts';

describe('the guided first bet', () => {
  it('goes through its steps and back', () => {
    expect(GUIDE_STEPS.map(nextStep)).toEqual(['stake', 'odds', 'place', 'open', 'open']);
    expect(GUIDE_STEPS.map(previousStep)).toEqual([undefined, 'length', 'stake', 'odds', 'place']);
    expect(GUIDE_STEPS.map(numberOf)).toEqual([1, 2, 3, 4, 5]);
  });

  it('given a new bet, then the last step follows from anywhere; given one that ended, then nothing changes', () => {
    expect([stepAfter('length', 0, 1), stepAfter('odds', 2, 1)]).toEqual(['open', 'odds']);
  });
});
