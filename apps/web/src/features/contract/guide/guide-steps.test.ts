import { expect, it } from 'vitest';
import { GUIDE_STEPS, type GuideStep, nextStep, numberOf, previousStep, stepAfter } from './guide-steps.ts';

const NEW = { hasSize: false, isOpened: false };

it('walks all steps and back', () => {
  const forth = GUIDE_STEPS.map((_, times) => Array.from({ length: times }).reduce<GuideStep>(nextStep, 'leverage'));
  expect(forth).toEqual(GUIDE_STEPS);
  expect(GUIDE_STEPS.map(previousStep)).toEqual([undefined, ...GUIDE_STEPS.slice(0, -1)]);
  expect([nextStep('positions'), numberOf('positions')]).toEqual(['positions', 5]);
});

it('given a size is set, then the cost is explained; on no other step', () => {
  const sized = { ...NEW, hasSize: true };
  expect(GUIDE_STEPS.map((step) => stepAfter(step, NEW, sized))).toEqual([
    'leverage',
    'costs',
    'costs',
    'place',
    'positions',
  ]);
  expect(stepAfter('size', sized, sized)).toBe('size');
});

it.each(GUIDE_STEPS)('given the step %s, when a position is opened, then it is shown', (step) => {
  expect(stepAfter(step, NEW, { hasSize: false, isOpened: true })).toBe('positions');
});
