import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  GUIDE_STEPS,
  type GuideFacts,
  type GuideStep,
  nextStep,
  numberOf,
  previousStep,
  stepAfter,
  stepAtStart,
} from './guide.ts';
import { type KeptGuide, keptGuide } from './guide-state.ts';

const NEW: GuideFacts = { hasMoney: false, hasAmount: false, isTyping: false, isPlaced: false };
const FUNDED: GuideFacts = { ...NEW, hasMoney: true };
const ENTERED: GuideFacts = { ...FUNDED, hasAmount: true };

describe('the start step of the guide', () => {
  it.each<[string, GuideStep | undefined, GuideFacts, GuideStep]>([
    ['no money in spot', undefined, NEW, 'money'],
    ['money in spot', undefined, FUNDED, 'book'],
    ['a step that was left', 'preview', ENTERED, 'preview'],
    ['a step that was left, and the form is empty by now', 'place', FUNDED, 'amount'],
    ['a step that was left, and the money is gone', 'place', NEW, 'money'],
    ['a guide that came to its end', 'result', FUNDED, 'book'],
    ['an order that was placed meanwhile', 'place', { ...FUNDED, isPlaced: true }, 'result'],
  ])('given %s, then it is there', (_what, kept, facts, step) => expect(stepAtStart(kept, facts)).toBe(step));
});

describe('user actions', () => {
  it('given money is transferred, when it arrives, then the book step is shown', () => {
    expect(stepAfter('money', NEW, FUNDED)).toBe('book');
  });

  it('given an amount is typed, when the field loses focus and not before, then the preview step is shown', () => {
    const typing = { ...ENTERED, isTyping: true };
    expect(stepAfter('amount', FUNDED, typing)).toBe('amount');
    expect(stepAfter('amount', typing, ENTERED)).toBe('preview');
  });

  it('given the user returned to a completed step, when nothing changes, then the step stays', () => {
    expect(stepAfter('amount', ENTERED, ENTERED)).toBe('amount');
  });

  it.each(GUIDE_STEPS)('given the step %s, when an order is placed, then its result is shown', (step) => {
    expect(stepAfter(step, ENTERED, { ...FUNDED, isPlaced: true })).toBe('result');
  });

  it('never moves back, and never skips a step that is only read', () => {
    const fact = fc.boolean();
    const facts = fc.record({ hasMoney: fact, hasAmount: fact, isTyping: fact, isPlaced: fc.constant(false) });
    fc.assert(
      fc.property(fc.constantFrom(...GUIDE_STEPS), facts, facts, (step, before, now) => {
        const after = stepAfter(step, before, now);
        expect(numberOf(after)).toBeGreaterThanOrEqual(numberOf(step));
        if (step !== 'money' && step !== 'amount') expect(after).toBe(step);
      }),
    );
  });
});

describe('next and back', () => {
  it('walk all six steps and back again', () => {
    const forth = GUIDE_STEPS.map((_, times) => Array.from({ length: times }).reduce<GuideStep>(nextStep, 'money'));
    expect(forth).toEqual(GUIDE_STEPS);
    expect(nextStep('result')).toBe('result');
    expect(GUIDE_STEPS.map((step) => previousStep(step, NEW))).toEqual([undefined, ...GUIDE_STEPS.slice(0, -1)]);
    expect(previousStep('book', FUNDED)).toBe(undefined);
  });
});

describe('the stored progress of the guide', () => {
  it('belongs to one user, and other data is ignored', () => {
    const kept: KeptGuide = { user: '7', step: 'amount', since: '12', wasOffered: true };
    expect(keptGuide(kept, '7')).toEqual(kept);
    const nothing = { user: '8', wasOffered: false };
    for (const strange of [kept, undefined, null, 'x', { user: '8', step: 5 }, { user: '8', since: 'x' }])
      expect(keptGuide(strange, '8')).toEqual(nothing);
  });
});
